// SPDX-License-Identifier: Apache-2.0
// A monitor: even while it is free.
// BUG: one way out leaves it odd.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void* first(void* p) {
  while (__VERIFIER_nondet_bool()) {
    pthread_mutex_lock(&m);
    check(n % 2 == 0);
    if (n < 100) {
      n++;
#ifdef BUG
      if (__VERIFIER_nondet_bool()) {
        pthread_mutex_unlock(&m);
        return p;
      }
#endif
      n++;
    }
    pthread_mutex_unlock(&m);
  }
  return p;
}
static void* second(void* p) { return first(p); }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
