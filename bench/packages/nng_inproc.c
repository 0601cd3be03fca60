// SPDX-License-Identifier: Apache-2.0
// nng: a message from one thread to another, inproc.
// packages: libnng-dev
// flags: -lnng
#include <assert.h>
#include <nng/nng.h>
#include <nng/protocol/pipeline0/pull.h>
#include <nng/protocol/pipeline0/push.h>
#include <pthread.h>

static void* push(void* unused) {
  nng_socket s;
  assert(nng_push0_open(&s) == 0);
  assert(nng_dial(s, "inproc://a", NULL, 0) == 0);
  assert(nng_send(s, "x", 1, 0) == 0);
  return unused;
}

int main(void) {
  nng_socket s;
  assert(nng_pull0_open(&s) == 0);
  assert(nng_listen(s, "inproc://a", NULL, 0) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, push, NULL);
  char got = 0;
  size_t size = 1;
  assert(nng_recv(s, &got, &size, 0) == 0 && got == 'x');
  pthread_join(thread, NULL);
  nng_close(s);
  return 0;
}
