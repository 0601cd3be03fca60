// SPDX-License-Identifier: Apache-2.0
// libevent: another thread makes an event of a loop active. WRONG: the base has no locks.
// packages: libevent-dev
// flags: -levent_pthreads -levent
#include <assert.h>
#include <event2/event.h>
#include <event2/thread.h>
#include <pthread.h>

static struct event* wake;
static int calls;

static void called(evutil_socket_t fd, short what, void* base) {
  (void)fd;
  (void)what;
  ++calls;
  event_base_loopbreak(base);
}

static void* activate(void* unused) {
  event_active(wake, EV_READ, 1);
  return unused;
}

int main(void) {
#ifndef WRONG
  evthread_use_pthreads();
#endif
  struct event_base* const base = event_base_new();
  wake = event_new(base, -1, EV_PERSIST, called, base);
  event_add(wake, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, activate, NULL);
  event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY);
  pthread_join(thread, NULL);
  assert(calls == 1);
  event_free(wake);
  event_base_free(base);
  return 0;
}
