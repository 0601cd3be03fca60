// head <= tail <= head + 8, counters that grow.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned head, tail;
static int ring[8];
static void* producer(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    if (tail - head < 8) {
      ring[tail % 8] = i;
      tail++;
    }
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void* consumer(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (head <= tail) head++;
#else
    if (head < tail) head++;
#endif
    assert(head <= tail);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  const unsigned start = (unsigned)skein_any(0, 1000);
  head = tail = start;
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
