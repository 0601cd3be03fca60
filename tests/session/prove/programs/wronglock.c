// SPDX-License-Identifier: Apache-2.0
// A value is read and raised under a lock. BUG: one of the threads has another lock.
#include "competition.h"
static int data;
static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER,
                       thread_lock = PTHREAD_MUTEX_INITIALIZER;

static void* one(void* p) {
  pthread_mutex_lock(&data_lock);
  const int before = data;
  data++;
  check(data == before + 1);
  pthread_mutex_unlock(&data_lock);
  return p;
}

static void* two(void* p) {
#ifdef BUG
  pthread_mutex_t* const lock = &thread_lock;
#else
  pthread_mutex_t* const lock = &data_lock;
#endif
  pthread_mutex_lock(lock);
  data++;
  pthread_mutex_unlock(lock);
  (void)thread_lock;
  return p;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
