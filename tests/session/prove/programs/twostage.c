// SPDX-License-Identifier: Apache-2.0
// Data in two stages, each with its lock. BUG: the second stage is late.
#include "competition.h"
static int data1, data2;
static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER, lock2 = PTHREAD_MUTEX_INITIALIZER;

static void* stages(void* p) {
  pthread_mutex_lock(&lock1);
  data1 = 1;
#ifdef BUG
  pthread_mutex_unlock(&lock1);
  pthread_mutex_lock(&lock2);
  data2 = 2;
  pthread_mutex_unlock(&lock2);
#else
  pthread_mutex_lock(&lock2);
  data2 = 2;
  pthread_mutex_unlock(&lock2);
  pthread_mutex_unlock(&lock1);
#endif
  return p;
}

static void* look(void* p) {
  pthread_mutex_lock(&lock1);
  const int t1 = data1;
  pthread_mutex_unlock(&lock1);
  if (t1 == 0) return p;
  pthread_mutex_lock(&lock2);
  const int t2 = data2;
  pthread_mutex_unlock(&lock2);
  check(t2 == t1 + 1);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, stages, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
