// SPDX-License-Identifier: Apache-2.0
// A queue of an unknown number of items, emptied by two workers. BUG: whether something is left is
// asked in one critical section, and it is taken in the next.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kMost = 3 };
static int items[kMost], left;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int take(void) {
  pthread_mutex_lock(&m);
  if (left == 0) {
    pthread_mutex_unlock(&m);
    return -1;
  }
#ifdef BUG
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  assert(left > 0);
  const int item = items[--left];
  pthread_mutex_unlock(&m);
  return item;
}

static void* worker(void* p) {
  while (take() >= 0) {
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  left = (int)skein_any(0, kMost);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(left >= 0 && left <= kMost);
  return 0;
}
