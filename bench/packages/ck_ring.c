// SPDX-License-Identifier: Apache-2.0
// Concurrency Kit: a ring with one producer and one consumer, and a spin lock.
// WRONG: the counter without its lock.
// packages: libck-dev
// flags: -lck
#include <assert.h>
#include <ck_ring.h>
#include <ck_spinlock.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t places[4];
static ck_spinlock_t lock = CK_SPINLOCK_INITIALIZER;
static int item = 7;
static int counter;

static void count(void) {
#ifndef WRONG
  ck_spinlock_lock(&lock);
#endif
  ++counter;
#ifndef WRONG
  ck_spinlock_unlock(&lock);
#endif
}

static void* produce(void* unused) {
  ck_ring_enqueue_spsc(&ring, places, &item);
  count();
  return unused;
}

int main(void) {
  ck_ring_init(&ring, 4);
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  void* got = NULL;
  if (ck_ring_dequeue_spsc(&ring, places, &got)) assert(got == &item);
  count();
  pthread_join(producer, NULL);
  assert(counter == 2);
  return 0;
}
