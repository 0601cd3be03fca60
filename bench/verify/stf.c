// SPDX-License-Identifier: Apache-2.0
/* STF: two threads, four critical sections on one mutex. -D BUG asserts the opposite. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void* first(void* unused) {
  pthread_mutex_lock(&ma);
  data1 += 1;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&ma);
  data2 += 1;
  pthread_mutex_unlock(&ma);
  return unused;
}

static void* second(void* unused) {
  pthread_mutex_lock(&ma);
  data1 += 5;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&ma);
  data2 -= 6;
  pthread_mutex_unlock(&ma);
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
#ifdef BUG
  assert(data1 != 16 || data2 != 5);
#else
  assert(data1 == 16 && data2 == 5);
#endif
  return 0;
}
