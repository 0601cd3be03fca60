// SPDX-License-Identifier: Apache-2.0
/* Vyukov's ring for many producers and many consumers: each place has a number that says whose turn
 * it is. Two producers put ITEMS values each in, one consumer takes all. Proved: each value is
 * taken once, the values of one producer in order. -D BUG: a producer fills the place that it saw
 * before it has got hold of it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ITEMS
#define ITEMS 1
#endif
#ifndef PLACES
#define PLACES 2
#endif
#define PRODUCERS 2

static atomic_int turn[PLACES];
static atomic_int value[PLACES];
static atomic_int end;

static void put(int item) {
  int place = atomic_load(&end);
  for (;;) {
    int is_ahead = atomic_load(&turn[place % PLACES]) - place;
    if (is_ahead != 0) { /* full, or another thread was faster */
      place = atomic_load(&end);
      continue;
    }
#ifdef BUG
    atomic_store(&value[place % PLACES], item);
#endif
    if (atomic_compare_exchange_strong(&end, &place, place + 1)) break;
  }
#ifndef BUG
  atomic_store(&value[place % PLACES], item);
#endif
  atomic_store(&turn[place % PLACES], place + 1);
}

static int take(int place) {
  while (atomic_load(&turn[place % PLACES]) != place + 1) {
  }
  int item = atomic_load(&value[place % PLACES]);
  atomic_store(&turn[place % PLACES], place + PLACES);
  return item;
}

static void* producer(void* number) {
  for (int i = 0; i < ITEMS; i++) put(ITEMS * (int)(long)number + i);
  return 0;
}

int main(void) {
  pthread_t t[PRODUCERS];
  int next[PRODUCERS] = {0};
  for (int i = 0; i < PLACES; i++) atomic_store(&turn[i], i);
  for (long i = 0; i < PRODUCERS; i++) pthread_create(&t[i], 0, producer, (void*)i);
  for (int place = 0; place < PRODUCERS * ITEMS; place++) {
    int item = take(place);
    assert(item % ITEMS == next[item / ITEMS]);
    next[item / ITEMS]++;
  }
  for (long i = 0; i < PRODUCERS; i++) pthread_join(t[i], 0);
  return 0;
}
