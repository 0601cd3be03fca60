// SPDX-License-Identifier: Apache-2.0
// Two threads with flags, in sections: not both enter.
// BUG: each looks before it raises its flag.
#include "competition.h"
static int f1, f2, in;
static int set_and_look(int* mine, int* other) {
  int seen;
#ifdef BUG
  __VERIFIER_atomic_begin();
  seen = *other;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  *mine = 1;
  __VERIFIER_atomic_end();
#else
  __VERIFIER_atomic_begin();
  *mine = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  seen = *other;
  __VERIFIER_atomic_end();
#endif
  return seen;
}
static void enter(void) {
  __VERIFIER_atomic_begin();
  in++;
  int now = in;
  __VERIFIER_atomic_end();
  check(now == 1);
  __VERIFIER_atomic_begin();
  in--;
  __VERIFIER_atomic_end();
}
static void* first(void* p) {
  if (!set_and_look(&f1, &f2)) enter();
  return p;
}
static void* second(void* p) {
  if (!set_and_look(&f2, &f1)) enter();
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
