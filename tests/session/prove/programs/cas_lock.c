// SPDX-License-Identifier: Apache-2.0
// A spin lock by an exchange that is a section with pointers as parameters. BUG: the unlock comes
// too early.
// options: --races=off
#include "competition.h"
static int lock, counter;

static void __VERIFIER_atomic_exchange(int* at, int value, int* old) {
  *old = *at;
  *at = value;
}

static void acquire(void) {
  int old;
  __VERIFIER_atomic_exchange(&lock, 1, &old);
  while (old != 0) __VERIFIER_atomic_exchange(&lock, 1, &old);
}

static void* thread(void* p) {
  acquire();
#ifdef BUG
  lock = 0;
#endif
  counter++;
  check(counter == 1);
  counter--;
#ifndef BUG
  lock = 0;
#endif
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread, 0);
  pthread_create(&b, 0, thread, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
