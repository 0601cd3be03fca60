// SPDX-License-Identifier: Apache-2.0
/* Lamport's bakery for two, for ever; tickets start again when none waits, so they stay small. -D
 * BUG: a ticket is drawn without saying so. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "forever.h"

static atomic_int choosing[2], number[2];
static atomic_int inside;

static void* customer(void* number_) {
  long me = (long)number_, other = 1 - me;
  FOR_EVER {
#ifndef BUG
    atomic_store(&choosing[me], 1);
#endif
    int ticket = atomic_load(&number[other]) + 1;
    /* More than that is never needed by two who queue up; the assumption keeps the states finite.
     */
    if (ticket > 3) {
      atomic_store(&choosing[me], 0);
      continue;
    }
    atomic_store(&number[me], ticket);
    atomic_store(&choosing[me], 0);
    while (atomic_load(&choosing[other])) {
    }
    for (;;) {
      int theirs = atomic_load(&number[other]);
      if (theirs == 0 || theirs > ticket || (theirs == ticket && other > me)) break;
    }
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&number[me], 0);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, customer, (void*)i);
  for (long i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
