// SPDX-License-Identifier: Apache-2.0
/* A sequence lock: the writer changes a pair of numbers WRITES times, the reader takes pairs for
 * ever, again whenever the sequence number has moved. Proved: every pair that it takes was written
 * as one. -D BUG: the reader does not wait for an even number. -D WRAPS: the writer goes on for
 * ever, with a sequence number of two bits; a reader that sleeps for two writes does not notice
 * them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "forever.h"

#ifndef WRITES
#define WRITES 2
#endif

static atomic_int sequence, left, right;
static atomic_int seen; /* what the reader saw last */

static void write_pair(int value) {
#ifdef WRAPS
  const int most = 4;
#else
  const int most = 2 * WRITES + 1;
#endif
  int s = atomic_load(&sequence);
  atomic_store(&sequence, (s + 1) % most);
  atomic_store(&left, value);
  atomic_store(&right, value);
  atomic_store(&sequence, (s + 2) % most);
}

static void* writer(void* unused) {
#ifdef WRAPS
  FOR_EVER {
    write_pair(1);
    write_pair(0);
  }
#else
  for (int i = 1; i <= WRITES; i++) write_pair(i % 2);
#endif
  return unused;
}

static void* reader(void* unused) {
  FOR_EVER {
    for (;;) {
      int s = atomic_load(&sequence);
#ifndef BUG
      if (s % 2 != 0) continue;
#endif
      int l = atomic_load(&left), r = atomic_load(&right);
      if (atomic_load(&sequence) != s) continue;
      assert(l == r);
      atomic_store(&seen, l);
      break;
    }
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
