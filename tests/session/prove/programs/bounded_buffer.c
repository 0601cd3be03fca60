// SPDX-License-Identifier: Apache-2.0
// Producer and consumer with semaphores and a ring. BUG: the ring has one semaphore too many.
#include <semaphore.h>

#include "competition.h"
enum { kSize = 2, kItems = 3 };
static int ring[kSize], in, out;
static sem_t empty, full;

static void* producer(void* p) {
  for (int i = 0; i < kItems; i++) {
    sem_wait(&empty);
    ring[in] = 1 + (__VERIFIER_nondet_int() & 7);
    in = (in + 1) % kSize;
    sem_post(&full);
  }
  return p;
}

static void* consumer(void* p) {
  for (int i = 0; i < kItems; i++) {
    sem_wait(&full);
    check(ring[out] >= 1 && ring[out] <= 8);
    ring[out] = 0;
    out = (out + 1) % kSize;
    sem_post(&empty);
  }
  return p;
}

int main(void) {
  pthread_t a, b;
#ifdef BUG
  sem_init(&empty, 0, kSize + 1);
#else
  sem_init(&empty, 0, kSize);
#endif
  sem_init(&full, 0, 0);
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
