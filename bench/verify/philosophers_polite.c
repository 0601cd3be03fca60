// SPDX-License-Identifier: Apache-2.0
/* Dining philosophers for ever who put the first fork back when the second is taken. Proved: no
 * deadlock (they may all go on like that for ever, but some step is always possible).
 * -D BUG: they forget to put the first fork back. */
#include <pthread.h>

#ifndef N
#define N 2
#endif
#include "forever.h"

static pthread_mutex_t fork_[N];
static int meals[N];

static void* philosopher(void* number) {
  long me = (long)number, right = (me + 1) % N;
  FOR_EVER {
    for (;;) {
      pthread_mutex_lock(&fork_[me]);
      if (pthread_mutex_trylock(&fork_[right]) == 0) break;
#ifndef BUG
      pthread_mutex_unlock(&fork_[me]);
#endif
    }
    meals[me] = !meals[me];
    pthread_mutex_unlock(&fork_[right]);
    pthread_mutex_unlock(&fork_[me]);
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void*)i);
  for (long i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
