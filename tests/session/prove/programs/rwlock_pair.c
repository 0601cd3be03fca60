// SPDX-License-Identifier: Apache-2.0
// A pair that writers keep equal, under a lock for readers and writers.
// BUG: a writer takes it as a reader.
// options: --races=off
#include "competition.h"
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;
static void* first(void* p) {
  int v = __VERIFIER_nondet_int();
#ifdef BUG
  pthread_rwlock_rdlock(&l);
#else
  pthread_rwlock_wrlock(&l);
#endif
  x = v;
  y = v;
  pthread_rwlock_unlock(&l);
  return p;
}
static void* second(void* p) {
  pthread_rwlock_rdlock(&l);
  check(x == y);
  pthread_rwlock_unlock(&l);
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
