// SPDX-License-Identifier: Apache-2.0
/* FIB(N): the largest value that two racing threads can make is a Fibonacci number. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif
#ifndef MOST
#define MOST 144
#endif

static volatile int i = 1, j = 1;

static void* first(void* unused) {
  for (int k = 0; k < N; k++) {
    int t = j;
    i = i + t;
  }
  return unused;
}

static void* second(void* unused) {
  for (int k = 0; k < N; k++) {
    int t = j;
    j = i + t;
  }
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
#ifdef BUG
  assert(i < MOST && j < MOST);
#else
  assert(i <= MOST && j <= MOST);
#endif
  return 0;
}
