// SPDX-License-Identifier: Apache-2.0
// A table with a lock for each stripe, chosen by a hash of the key. BUG: the lock is chosen by
// another hash than the entry, so two threads may hold different locks for one entry.
#include <pthread.h>
#include <skein/skein.h>

enum { kStripes = 2 };
static int table[kStripes];
static pthread_mutex_t locks[kStripes] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* update(void* p) {
  const unsigned key = (unsigned)skein_any(0, 1000);
  const unsigned entry = key % kStripes;
#ifdef BUG
  const unsigned stripe = key / kStripes % kStripes;
#else
  const unsigned stripe = entry;
#endif
  pthread_mutex_lock(&locks[stripe]);
  table[entry]++;
  pthread_mutex_unlock(&locks[stripe]);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, update, 0);
  pthread_create(&b, 0, update, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
