// SPDX-License-Identifier: Apache-2.0
// A value is handed over under a lock, and acknowledged.
// BUG: the flag is set before the value.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value, is_there;
static void* first(void* p) {
  int v = __VERIFIER_nondet_int();
  assume_abort_if_not(v > 0);
#ifdef BUG
  pthread_mutex_lock(&m);
  is_there = 1;
  pthread_mutex_unlock(&m);
#endif
  pthread_mutex_lock(&m);
  value = v;
  is_there = 1;
  pthread_mutex_unlock(&m);
  return p;
}
static void* second(void* p) {
  pthread_mutex_lock(&m);
  if (is_there) check(value > 0);
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
