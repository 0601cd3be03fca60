// SPDX-License-Identifier: Apache-2.0
// A cache with one entry for each remainder of the key. BUG: the remainder of a negative key is
// negative.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kEntries = 8 };
static int values[kEntries];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* client(void* p) {
  const int key = (int)skein_any(-1000, 1000);
#ifdef BUG
  const int entry = key % kEntries;
#else
  const int entry = (int)((unsigned)key % kEntries);
#endif
  pthread_mutex_lock(&m);
  assert(entry >= 0);
  values[entry] = key;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
