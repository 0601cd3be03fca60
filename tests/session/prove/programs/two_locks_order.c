// SPDX-License-Identifier: Apache-2.0
// Two accounts, each with its lock; transfers take them in order.
// BUG: one transfer takes them the other way round: a deadlock.
#include "competition.h"
static pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER, lb = PTHREAD_MUTEX_INITIALIZER;
static int a_money = 50, b_money = 50;
static void* first(void* p) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x >= 0 && x <= 10);
  pthread_mutex_lock(&la);
  pthread_mutex_lock(&lb);
  a_money -= x;
  b_money += x;
  pthread_mutex_unlock(&lb);
  pthread_mutex_unlock(&la);
  return p;
}
static void* second(void* p) {
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x >= 0 && x <= 10);
#ifdef BUG
  pthread_mutex_lock(&lb);
  pthread_mutex_lock(&la);
#else
  pthread_mutex_lock(&la);
  pthread_mutex_lock(&lb);
#endif
  b_money -= x;
  a_money += x;
  pthread_mutex_unlock(&la);
  pthread_mutex_unlock(&lb);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(a_money >= 40 && b_money >= 40);
  return 0;
}
