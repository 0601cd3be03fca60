// SPDX-License-Identifier: Apache-2.0
// A callback is chosen by an input.
// BUG: one of them forgets the lock.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int g;
static void up(void) {
  pthread_mutex_lock(&m);
  g++;
  pthread_mutex_unlock(&m);
}
static void up_twice(void) {
#ifndef BUG
  pthread_mutex_lock(&m);
#endif
  g += 2;
#ifndef BUG
  pthread_mutex_unlock(&m);
#endif
}
static void* first(void* p) {
  void (*f)(void) = __VERIFIER_nondet_bool() ? up : up_twice;
  f();
  return p;
}
static void* second(void* p) {
  up();
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(g == 2 || g == 3);
  return 0;
}
