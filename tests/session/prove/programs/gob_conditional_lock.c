// SPDX-License-Identifier: Apache-2.0
// A lock is taken if an input says so, and then released.
// BUG: it is released under another condition.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int g;
static void* first(void* p) {
  int n = __VERIFIER_nondet_int();
  if (n > 10) pthread_mutex_lock(&m);
  if (n > 10) g = n;
#ifdef BUG
  if (n > 11) pthread_mutex_unlock(&m);
#else
  if (n > 10) pthread_mutex_unlock(&m);
#endif
  return p;
}
static void* second(void* p) {
  pthread_mutex_lock(&m);
  check(g == 0 || g > 10);
  pthread_mutex_unlock(&m);
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
