// SPDX-License-Identifier: Apache-2.0
/* Burns' mutual exclusion with one bit each, for two, for ever. -D BUG: the second does not step
 * back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "forever.h"

static atomic_int flag[2];
static atomic_int inside;

static void critical(void) {
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
}

static void* first(void* unused) {
  FOR_EVER {
    atomic_store(&flag[0], 1);
    while (atomic_load(&flag[1]) == 1) {
    }
    critical();
    atomic_store(&flag[0], 0);
  }
  return unused;
}

static void* second(void* unused) {
  FOR_EVER {
#ifndef BUG
    do {
      atomic_store(&flag[1], 0);
      while (atomic_load(&flag[0]) == 1) {
      }
      atomic_store(&flag[1], 1);
    } while (atomic_load(&flag[0]) == 1);
#else
    while (atomic_load(&flag[0]) == 1) {
    }
    atomic_store(&flag[1], 1);
#endif
    critical();
    atomic_store(&flag[1], 0);
  }
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
