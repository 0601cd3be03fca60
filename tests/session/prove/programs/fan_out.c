// SPDX-License-Identifier: Apache-2.0
// As many threads as an input says, up to four, add one each.
// BUG: main counts one too many.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void* one(void* p) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[4];
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n <= 3);
  for (int i = 0; i < n; i++) pthread_create(&t[i], 0, one, 0);
  for (int i = 0; i < n; i++) pthread_join(t[i], 0);
#ifdef BUG
  check(count != 2);
#else
  check(count == n);
#endif
  return 0;
}
