// SPDX-License-Identifier: Apache-2.0
// Two counters that only grow together (from the literature on owicki-gries).
// BUG: one of them is counted outside of the section.
// options: --races=off
#include "competition.h"
static int x, y;
static void* first(void* p) {
  for (int i = 0; i < 2; i++) {
#ifdef BUG
    x++;
    y++;
#else
    __VERIFIER_atomic_begin();
    x++;
    y++;
    __VERIFIER_atomic_end();
#endif
  }
  return p;
}
static void* second(void* p) {
  __VERIFIER_atomic_begin();
  int a = x, b = y;
  __VERIFIER_atomic_end();
  check(a == b);
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
