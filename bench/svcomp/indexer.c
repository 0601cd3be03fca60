/* SPDX-License-Identifier: Apache-2.0 */
/* indexer [QPOR Table 3]: 13 threads insert 4 values each into a hash table of 128 places, with
   linear probing. A lock for each place makes the compare-and-exchange. */
#include "program.h"

enum { PLACES = 128, VALUES = 4, THREADS = 13 };

static int table[PLACES];
static pthread_mutex_t locks[PLACES];

static int exchange(int place, int expected, int value) {
  int done = 0;
  LOCK(locks[place]);
  if (table[place] == expected) {
    table[place] = value;
    done = 1;
  }
  UNLOCK(locks[place]);
  return done;
}

static void* insert(void* number) {
  for (int k = 1; k <= VALUES; k++) {
    int value = k * 11 + (int)(long)number;
    int place = value * 7 % PLACES;
    assert(place >= 0);
    while (!exchange(place, 0, value)) {
      place = (place + 1) % PLACES;
      assert(place < PLACES);
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int k = 0; k < PLACES; k++) pthread_mutex_init(&locks[k], 0);
  for (long k = 0; k < THREADS; k++) threads[k] = started(insert, (void*)k);
  for (int k = 0; k < THREADS; k++) finished(threads[k]);
  return 0;
}
