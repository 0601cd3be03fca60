// SPDX-License-Identifier: Apache-2.0
// Threads wait for a condition until main lets them go.
// BUG: the flag is looked at once only.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, config;
static void* first(void* p) {
  pthread_mutex_lock(&m);
#ifdef BUG
  if (!go && __VERIFIER_nondet_bool()) pthread_cond_wait(&c, &m);
#else
  while (!go) pthread_cond_wait(&c, &m);
#endif
  check(config == 7);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_mutex_lock(&m);
  config = 7;
  go = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
