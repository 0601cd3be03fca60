// SPDX-License-Identifier: Apache-2.0
// As many threads as an unknown number says.
// expect: 4
// options: --races=off --max-seconds=5
#include "competition.h"
static int x;

static void* thread(void* p) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  return p;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_bool()) pthread_create(&t, 0, thread, 0);
  check(x >= 0);
  return 0;
}
