// SPDX-License-Identifier: Apache-2.0
/* A ring buffer of two places between a producer and a consumer, for ever, with semaphores. -D BUG:
 * the producer does not wait for a free place. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#include "forever.h"

static int ring[2];
static sem_t full, empty;

static void* producer(void* unused) {
  int next = 0, value = 0;
  FOR_EVER {
#ifndef BUG
    sem_wait(&empty);
#else
    int room;
    sem_getvalue(&full, &room);
    if (room >= 2) continue;
#endif
    ring[next] = value;
    sem_post(&full);
    next = (next + 1) % 2;
    value = (value + 1) % 3;
  }
  return unused;
}

static void* consumer(void* unused) {
  int next = 0, expected = 0;
  FOR_EVER {
    sem_wait(&full);
    assert(ring[next] == expected);
#ifndef BUG
    sem_post(&empty);
#endif
    next = (next + 1) % 2;
    expected = (expected + 1) % 3;
  }
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 2);
  pthread_create(&t1, 0, producer, 0);
  pthread_create(&t2, 0, consumer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
