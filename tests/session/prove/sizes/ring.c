// SPDX-License-Identifier: Apache-2.0
// A ring buffer whose capacity is configured, between two threads that go on for ever. BUG: the
// write position wraps one element too late.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#include <stdlib.h>

static int* ring;
static int capacity, head, tail, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* producer(void* p) {
  do {
    pthread_mutex_lock(&m);
    if (count < capacity) {
      ring[tail] = 1;
#ifdef BUG
      tail = tail == capacity ? 0 : tail + 1;
#else
      tail = (tail + 1) % capacity;
#endif
      count++;
    }
    pthread_mutex_unlock(&m);
  } while (skein_any(0, 1));
  return p;
}

static void* consumer(void* p) {
  do {
    pthread_mutex_lock(&m);
    if (count > 0) {
      const int value = ring[head];
      assert(value == 0 || value == 1);
      head = head + 1 == capacity ? 0 : head + 1;
      count--;
    }
    pthread_mutex_unlock(&m);
  } while (skein_any(0, 1));
  return p;
}

int main(void) {
  pthread_t a, b;
  capacity = (int)skein_any(1, 1000);
  ring = malloc(capacity * sizeof *ring);
  if (ring == NULL) return 1;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(ring);
  return 0;
}
