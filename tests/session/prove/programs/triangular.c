// SPDX-License-Identifier: Apache-2.0
// Two threads raise each other's number by one more. BUG: the bound is too low.
// options: --races=off
#include "competition.h"
enum { kTurns = 3, kLargest = 2 * kTurns + 6 };
static int i = 3, j = 6;

static void* left(void* p) {
  for (int k = 0; k < kTurns; k++) {
    __VERIFIER_atomic_begin();
    i = j + 1;
    __VERIFIER_atomic_end();
  }
  return p;
}

static void* right(void* p) {
  for (int k = 0; k < kTurns; k++) {
    __VERIFIER_atomic_begin();
    j = i + 1;
    __VERIFIER_atomic_end();
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  __VERIFIER_atomic_begin();
  const int seen_i = i;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  const int seen_j = j;
  __VERIFIER_atomic_end();
#ifdef BUG
  check(seen_i < kLargest && seen_j < kLargest);
#else
  check(seen_i <= kLargest && seen_j <= kLargest);
#endif
  return 0;
}
