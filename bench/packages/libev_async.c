// SPDX-License-Identifier: Apache-2.0
// libev: a thread wakes a loop by ev_async_send. WRONG: two sends are taken for two calls.
// packages: libev-dev
// flags: -lev
#include <assert.h>
#include <ev.h>
#include <pthread.h>

static struct ev_loop* loop;
static ev_async wake;
static int calls;

static void called(struct ev_loop* l, ev_async* w, int events) {
  (void)w;
  (void)events;
  ++calls;
#ifdef WRONG
  if (calls == 1) return;
#endif
  ev_break(l, EVBREAK_ALL);
}

static void* send(void* unused) {
  ev_async_send(loop, &wake);
#ifdef WRONG
  ev_async_send(loop, &wake);
#endif
  return unused;
}

int main(void) {
  loop = ev_loop_new(EVBACKEND_EPOLL);
  ev_async_init(&wake, called);
  ev_async_start(loop, &wake);
  pthread_t thread;
  pthread_create(&thread, NULL, send, NULL);
  ev_run(loop, 0);
  pthread_join(thread, NULL);
#ifndef WRONG
  assert(calls == 1);
#endif
  ev_loop_destroy(loop);
  return 0;
}
