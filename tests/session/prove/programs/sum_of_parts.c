// SPDX-License-Identifier: Apache-2.0
// Two threads add halves of an array.
// BUG: the halves overlap.
#include "competition.h"
static int values[6], total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add(int from, int to) {
  int sum = 0;
  for (int i = from; i < to; i++) sum += values[i];
  pthread_mutex_lock(&m);
  total += sum;
  pthread_mutex_unlock(&m);
}
static void* first(void* p) {
  add(0, 3);
  return p;
}
#ifdef BUG
static void* second(void* p) {
  add(2, 6);
  return p;
}
#else
static void* second(void* p) {
  add(3, 6);
  return p;
}
#endif
int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 6; i++) {
    int v = __VERIFIER_nondet_int();
    assume_abort_if_not(v >= 0 && v <= 1);
    values[i] = v;
  }
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(total <= 6);
  return 0;
}
