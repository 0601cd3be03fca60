// SPDX-License-Identifier: Apache-2.0
/* A ring without locks between one producer and one consumer, for ever: each index has one writer
 * [Lamport 1983]. Proved: what is taken is what was put in, in order, although the places
 * themselves are not atomics. -D BUG: the producer moves its index before it has filled the place.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "forever.h"

#ifndef PLACES
#define PLACES 3 /* one of them is always empty */
#endif

static int ring[PLACES];
static atomic_int first, end;

static void* producer(void* unused) {
  int value = 0;
  FOR_EVER {
    int e = atomic_load(&end);
    while (atomic_load(&first) == (e + 1) % PLACES) {
    }
#ifdef BUG
    atomic_store(&end, (e + 1) % PLACES);
#endif
    ring[e] = value;
#ifndef BUG
    atomic_store(&end, (e + 1) % PLACES);
#endif
    value = !value;
  }
  return unused;
}

static void* consumer(void* unused) {
  int expected = 0;
  FOR_EVER {
    int f = atomic_load(&first);
    while (atomic_load(&end) == f) {
    }
    assert(ring[f] == expected);
    ring[f] = 2; /* taken */
    atomic_store(&first, (f + 1) % PLACES);
    expected = !expected;
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < PLACES; i++) ring[i] = 2;
  pthread_create(&t[0], 0, producer, 0);
  pthread_create(&t[1], 0, consumer, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
