// SPDX-License-Identifier: Apache-2.0
// Two threads add each other's number: the result is bounded by Fibonacci's. BUG: the bound is one
// too low.
// options: --races=off
#include "competition.h"
enum { kTurns = 3, kLargest = 21 };
static int i = 1, j = 1;

static void* left(void* p) {
  for (int k = 0; k < kTurns; k++) {
    __VERIFIER_atomic_begin();
    i += j;
    __VERIFIER_atomic_end();
  }
  return p;
}

static void* right(void* p) {
  for (int k = 0; k < kTurns; k++) {
    __VERIFIER_atomic_begin();
    j += i;
    __VERIFIER_atomic_end();
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  __VERIFIER_atomic_begin();
#ifdef BUG
  const _Bool is_small = i < kLargest && j < kLargest;
#else
  const _Bool is_small = i <= kLargest && j <= kLargest;
#endif
  __VERIFIER_atomic_end();
  check(is_small);
  return 0;
}
