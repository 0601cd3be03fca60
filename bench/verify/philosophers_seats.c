// SPDX-License-Identifier: Apache-2.0
/* Dining philosophers for ever, each takes the left fork first, but with one seat fewer than there
 * are philosophers. Proved: no deadlock, and no fork is in two hands. -D BUG: a seat for everyone.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 3
#endif
#include "forever.h"

static sem_t seats;
static sem_t fork_[N];
static int user[N]; /* of each fork; 0: none */

static void* philosopher(void* number) {
  long me = (long)number, right = (me + 1) % N;
  FOR_EVER {
    sem_wait(&seats);
    sem_wait(&fork_[me]);
    sem_wait(&fork_[right]);
    assert(user[me] == 0 && user[right] == 0);
    user[me] = user[right] = 1;
    user[me] = user[right] = 0;
    sem_post(&fork_[right]);
    sem_post(&fork_[me]);
    sem_post(&seats);
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
#ifdef BUG
  sem_init(&seats, 0, N);
#else
  sem_init(&seats, 0, N - 1);
#endif
  for (long i = 0; i < N; i++) sem_init(&fork_[i], 0, 1);
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void*)i);
  for (long i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
