// SPDX-License-Identifier: Apache-2.0
/* A bounded buffer between a producer and two consumers, for ever, with condition variables.
 * Proved: nothing is taken from an empty buffer or put into a full one, and there is no deadlock.
 * -D BUG: one condition variable for both, and a signal to one of those who wait: it may wake the
 * wrong one. */
#include <assert.h>
#include <pthread.h>

#include "forever.h"

#ifndef PLACES
#define PLACES 1
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ROUNDS
#define EACH 1
#else
#define EACH CONSUMERS /* the producer makes what all of them take */
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_item = PTHREAD_COND_INITIALIZER;
#ifndef BUG
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER;
#else
#define has_room has_item
#endif
static int items;

static void* producer(void* unused) {
  FOR_EVER {
    for (int i = 0; i < EACH; i++) {
      pthread_mutex_lock(&m);
      while (items == PLACES) pthread_cond_wait(&has_room, &m);
      items++;
      assert(items <= PLACES);
      pthread_cond_signal(&has_item);
      pthread_mutex_unlock(&m);
    }
  }
  return unused;
}

static void* consumer(void* unused) {
  FOR_EVER {
    pthread_mutex_lock(&m);
    while (items == 0) pthread_cond_wait(&has_item, &m);
    items--;
    assert(items >= 0);
    pthread_cond_signal(&has_room);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t p, c[CONSUMERS];
  pthread_create(&p, 0, producer, 0);
  for (int i = 0; i < CONSUMERS; i++) pthread_create(&c[i], 0, consumer, 0);
  pthread_join(p, 0);
  for (int i = 0; i < CONSUMERS; i++) pthread_join(c[i], 0);
  return 0;
}
