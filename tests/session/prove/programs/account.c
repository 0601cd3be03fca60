// SPDX-License-Identifier: Apache-2.0
// Deposit, withdrawal and a check at the end, with unknown amounts. BUG: the check does not wait
// for both.
#include "competition.h"
static int x, y, z, balance;
static _Bool has_deposit, has_withdrawal;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* deposit(void* p) {
  pthread_mutex_lock(&m);
  balance = balance + y;
  has_deposit = 1;
  pthread_mutex_unlock(&m);
  return p;
}

static void* withdraw(void* p) {
  pthread_mutex_lock(&m);
  balance = balance - z;
  has_withdrawal = 1;
  pthread_mutex_unlock(&m);
  return p;
}

static void* look(void* p) {
  pthread_mutex_lock(&m);
#ifdef BUG
  if (has_deposit) check(balance == x + y - z);
#else
  if (has_deposit && has_withdrawal) check(balance >= -20 && balance <= 40);
#endif
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b, c;
  x = __VERIFIER_nondet_int();
  y = __VERIFIER_nondet_int();
  z = __VERIFIER_nondet_int();
  assume_abort_if_not(x >= 0 && x <= 20 && y >= 0 && y <= 20 && z >= 0 && z <= 20);
  balance = x;
  pthread_create(&a, 0, deposit, 0);
  pthread_create(&b, 0, withdraw, 0);
  pthread_create(&c, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
