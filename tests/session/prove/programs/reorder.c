// SPDX-License-Identifier: Apache-2.0
// A pair is set by some threads and checked by others. BUG: not as one.
// options: --races=off
#include "competition.h"
static int a, b;

static void* set(void* p) {
#ifndef BUG
  __VERIFIER_atomic_begin();
#endif
  a = 1;
  b = -1;
#ifndef BUG
  __VERIFIER_atomic_end();
#endif
  return p;
}

static void* look(void* p) {
  __VERIFIER_atomic_begin();
  const _Bool is_right = (a == 0 && b == 0) || (a == 1 && b == -1);
  __VERIFIER_atomic_end();
  check(is_right);
  return p;
}

int main(void) {
  pthread_t s[2], t;
  pthread_create(&s[0], 0, set, 0);
  pthread_create(&s[1], 0, set, 0);
  pthread_create(&t, 0, look, 0);
  pthread_join(s[0], 0);
  pthread_join(s[1], 0);
  pthread_join(t, 0);
  return 0;
}
