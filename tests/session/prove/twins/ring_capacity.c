// SPDX-License-Identifier: Apache-2.0
// A ring buffer whose capacity is configured. BUG: the write position wraps one element too late.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kMost = 8 };
static int ring[kMost];
static int capacity, head, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(int value) {
  pthread_mutex_lock(&m);
  if (count < capacity) {
    assert(head < kMost);
    ring[head] = value;
#ifdef BUG
    head = head >= capacity ? 0 : head + 1;
#else
    head = head + 1 >= capacity ? 0 : head + 1;
#endif
    count++;
  }
  pthread_mutex_unlock(&m);
}

static void* producer(void* p) {
  for (int i = 0; i < 2; i++) put(i);
  return p;
}

int main(void) {
  pthread_t a, b;
  capacity = (int)skein_any(1, kMost);
  head = (int)skein_any(0, kMost - 1);
  skein_assume(head < capacity);
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, producer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count <= 4);
  return 0;
}
