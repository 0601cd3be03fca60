// SPDX-License-Identifier: Apache-2.0
// Two numbers, each with its own lock, from an unknown start. BUG: the second thread adds more.
#include "competition.h"
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int data1, data2, start;

static void* first(void* p) {
  pthread_mutex_lock(&m1);
  data1++;
  pthread_mutex_unlock(&m1);
  pthread_mutex_lock(&m2);
  data2++;
  pthread_mutex_unlock(&m2);
  return p;
}

static void* second(void* p) {
  pthread_mutex_lock(&m1);
#ifdef BUG
  data1 += 6;
#else
  data1 += 5;
#endif
  pthread_mutex_unlock(&m1);
  pthread_mutex_lock(&m2);
  data2 -= 6;
  pthread_mutex_unlock(&m2);
  return p;
}

int main(void) {
  pthread_t a, b;
  start = __VERIFIER_nondet_int();
  assume_abort_if_not(start >= 0 && start <= 10);
  data1 = start;
  data2 = start;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(data1 <= 16 && data2 >= -5);
  return 0;
}
