// SPDX-License-Identifier: Apache-2.0
/* Dining philosophers, for ever. One of them takes his forks the other way round; -D BUG: none
 * does. */
#include <pthread.h>

#include "forever.h"

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_[N];
static int meals[N];

static void* philosopher(void* number) {
  long me = (long)number;
  long first = me, second = (me + 1) % N;
#ifndef BUG
  if (me == N - 1) {
    first = 0;
    second = me;
  }
#endif
  FOR_EVER {
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    meals[me] = !meals[me];
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void*)i);
  for (long i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
