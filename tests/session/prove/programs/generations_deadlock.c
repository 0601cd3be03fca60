// SPDX-License-Identifier: Apache-2.0
// A thread of a later generation takes two locks in an order of its own. BUG: next to another one.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int both;

static void take(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  both++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void* forwards(void* p) {
  take(&m, &n);
  return p;
}
static void* backwards(void* p) {
  take(&n, &m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forwards, 0);
  pthread_join(a, 0);
  pthread_create(&a, 0, backwards, 0);
#ifdef BUG
  pthread_create(&b, 0, forwards, 0);
  pthread_join(a, 0);
#else
  pthread_join(a, 0);
  pthread_create(&b, 0, forwards, 0);
#endif
  pthread_join(b, 0);
  check(both == 3);
  return 0;
}
