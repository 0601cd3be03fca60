// SPDX-License-Identifier: Apache-2.0
// A global is private to the holder of its lock: what was written is still there. BUG: the lock is
// released in between.
#include "competition.h"
static int global = 5;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* thread(void* p) {
  pthread_mutex_lock(&m);
  global = __VERIFIER_nondet_int();
  check(global == global);
  global = 5;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_mutex_lock(&m);
  check(global == 5);
  global = 7;
#ifdef BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  check(global == 7);
  global = 5;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
