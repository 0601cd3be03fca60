// SPDX-License-Identifier: Apache-2.0
// Two records are locked together, the one with the lower number first. BUG: if both are the same
// record, it is locked twice.
#include <pthread.h>
#include <skein/skein.h>

enum { kRecords = 2 };
static int records[kRecords];
static pthread_mutex_t locks[kRecords] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void swap_locked(int x, int y) {
  const int old = records[x];
  records[x] = records[y];
  records[y] = old;
}

static void* swap(void* p) {
  const int x = (int)skein_any(0, kRecords - 1);
  const int y = (int)skein_any(0, kRecords - 1);
  if (x < y) {
    pthread_mutex_lock(&locks[x]);
    pthread_mutex_lock(&locks[y]);
    swap_locked(x, y);
    pthread_mutex_unlock(&locks[y]);
    pthread_mutex_unlock(&locks[x]);
#ifdef BUG
  } else {
#else
  } else if (y < x) {
#endif
    pthread_mutex_lock(&locks[y]);
    pthread_mutex_lock(&locks[x]);
    swap_locked(x, y);
    pthread_mutex_unlock(&locks[x]);
    pthread_mutex_unlock(&locks[y]);
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, swap, 0);
  pthread_create(&b, 0, swap, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
