// head <= tail, for as long as the inputs say.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int head, tail;
static void* producer(void* unused) {
  (void)unused;
  while (skein_any(0, 1)) {
    pthread_mutex_lock(&lock);
    if (tail < 1000000) tail++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void* consumer(void* unused) {
  (void)unused;
  while (skein_any(0, 1)) {
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
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
