// SPDX-License-Identifier: Apache-2.0
// A value goes through a queue of one place with a condition.
// BUG: the value is taken without waiting.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int is_full, place;
static void* first(void* p) {
  int v = __VERIFIER_nondet_int();
  assume_abort_if_not(v > 5 && v < 9);
  pthread_mutex_lock(&m);
  place = v;
  is_full = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return p;
}
static void* second(void* p) {
  pthread_mutex_lock(&m);
#ifndef BUG
  while (!is_full) pthread_cond_wait(&c, &m);
#endif
  int v = place;
  pthread_mutex_unlock(&m);
  check(v > 5 && v < 9);
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
