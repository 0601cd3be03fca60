// SPDX-License-Identifier: Apache-2.0
// A driver that is stopped while requests are under way: the last one says that it has stopped.
// BUG: the flag is looked at before the request is counted.
// options: --races=off
#include "competition.h"
static int pending = 1;
static _Bool is_stopping, has_stopped, is_last;

static int __VERIFIER_atomic_enter(void) {
  if (is_stopping) return -1;
  pending++;
  return 0;
}
static void __VERIFIER_atomic_leave(void) {
  pending--;
  if (pending == 0) is_last = 1;
}

static void* request(void* p) {
#ifdef BUG
  if (is_stopping) return p;
  __VERIFIER_atomic_begin();
  pending++;
  __VERIFIER_atomic_end();
#else
  if (__VERIFIER_atomic_enter() != 0) return p;
#endif
  check(!has_stopped);
  __VERIFIER_atomic_leave();
  return p;
}

static void* stop(void* p) {
  is_stopping = 1;
  __VERIFIER_atomic_leave();
  assume_abort_if_not(is_last);
  has_stopped = 1;
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, request, 0);
  pthread_create(&b, 0, stop, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
