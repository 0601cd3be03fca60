// SPDX-License-Identifier: Apache-2.0
// Three threads enter their numbers; the greatest stays.
// BUG: it is compared outside of the lock.
// options: --races=off
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int most, given[3];
static void* enter(void* p) {
  int i = (int)(long)p;
#ifdef BUG
  if (given[i] > most) {
    pthread_mutex_lock(&m);
    most = given[i];
    pthread_mutex_unlock(&m);
  }
#else
  pthread_mutex_lock(&m);
  if (given[i] > most) most = given[i];
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) {
    given[i] = __VERIFIER_nondet_int();
    assume_abort_if_not(given[i] >= 0 && given[i] < 3);
  }
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, enter, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  check(most >= given[0] && most >= given[1] && most >= given[2]);
  return 0;
}
