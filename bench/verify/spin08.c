// SPDX-License-Identifier: Apache-2.0
/* SPIN08: three against six critical sections on one mutex. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int d;

static void* adds(void* unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    d += 2;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void* subtracts(void* unused) {
  for (int i = 0; i < 6; i++) {
    pthread_mutex_lock(&m);
    d -= 1;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, adds, 0);
  pthread_create(&t2, 0, subtracts, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  assert(d == 0);
  return 0;
}
