// SPDX-License-Identifier: Apache-2.0
// A lock by test and set, with sections of the competition.
// BUG: test and set are two sections.
#include "competition.h"
static int lock, inside;
static void acquire(void) {
#ifdef BUG
  int seen;
  __VERIFIER_atomic_begin();
  seen = lock;
  __VERIFIER_atomic_end();
  assume_abort_if_not(seen == 0);
  __VERIFIER_atomic_begin();
  lock = 1;
  __VERIFIER_atomic_end();
#else
  __VERIFIER_atomic_begin();
  assume_abort_if_not(lock == 0);
  lock = 1;
  __VERIFIER_atomic_end();
#endif
}
static void release(void) {
  __VERIFIER_atomic_begin();
  lock = 0;
  __VERIFIER_atomic_end();
}
static void enter(int me) {
  acquire();
  __VERIFIER_atomic_begin();
  inside = me;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  int seen = inside;
  __VERIFIER_atomic_end();
  check(seen == me);
  release();
}
static void* first(void* p) {
  enter(1);
  return p;
}
static void* second(void* p) {
  enter(2);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
