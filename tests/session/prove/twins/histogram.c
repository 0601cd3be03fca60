// SPDX-License-Identifier: Apache-2.0
// A shared histogram of percentages in steps of ten. BUG: 100 % has no bucket.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

#ifdef BUG
enum { kBuckets = 10 };
#else
enum { kBuckets = 11 };
#endif
static int buckets[kBuckets];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* count(void* p) {
  const int percent = (int)skein_any(0, 100);
  pthread_mutex_lock(&m);
  assert(percent / 10 < kBuckets);
  buckets[percent / 10]++;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
