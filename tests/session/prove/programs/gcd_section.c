// SPDX-License-Identifier: Apache-2.0
// A subtraction of two shared numbers in one section.
// BUG: the test is outside of it.
// options: --races=off
#include "competition.h"
static int n = 12, d = 8;
static void* first(void* p) {
  for (int i = 0; i < 3; i++) {
#ifdef BUG
    if (n > d) {
      __VERIFIER_atomic_begin();
      n -= d;
      __VERIFIER_atomic_end();
    }
#else
    __VERIFIER_atomic_begin();
    if (n > d) n -= d;
    __VERIFIER_atomic_end();
#endif
  }
  return p;
}
static void* second(void* p) {
  for (int i = 0; i < 3; i++) {
    __VERIFIER_atomic_begin();
    if (d > n) d -= n;
#ifdef BUG
    d += 8;
#endif
    __VERIFIER_atomic_end();
  }
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_atomic_begin();
  int ok = n > 0 && d > 0;
  __VERIFIER_atomic_end();
  check(ok);
  return 0;
}
