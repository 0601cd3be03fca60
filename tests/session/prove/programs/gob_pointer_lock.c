// SPDX-License-Identifier: Apache-2.0
// A lock is taken through a pointer that is one of two.
// BUG: the lock that is taken is not the one that guards the data.
#include "competition.h"
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int data[2];
static void use(int i) {
#ifdef BUG
  pthread_mutex_t* l = &m[0] + (__VERIFIER_nondet_bool() ? i : 0);
#else
  pthread_mutex_t* l = &m[i];
#endif
  pthread_mutex_lock(l);
  data[i]++;
  pthread_mutex_unlock(l);
}
static void* first(void* p) {
  use(__VERIFIER_nondet_bool());
  return p;
}
static void* second(void* p) {
  use(1);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(data[0] + data[1] == 2);
  return 0;
}
