// SPDX-License-Identifier: Apache-2.0
// A litmus test, each access in a section: what sequential consistency excludes.
// BUG: an outcome that it allows.
#include "competition.h"
static int x, y, r1, r2;
static void* first(void* p) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  y = 1;
  __VERIFIER_atomic_end();
  return p;
}
static void* second(void* p) {
  __VERIFIER_atomic_begin();
  r1 = y;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  r2 = x;
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int ok;
  __VERIFIER_atomic_begin();
#ifdef BUG
  ok = !(r1 == 1 && r2 == 1);
#else
  ok = !(r1 == 1 && r2 == 0);
#endif
  __VERIFIER_atomic_end();
  check(ok);
  return 0;
}
