// reserved + free == capacity, with an unknown capacity.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int reserved, available;
static void* reserve(void* unused) {
  (void)unused;
  const int w = (int)skein_any(1, 1000);
  pthread_mutex_lock(&lock);
  if (w <= available) {
    available -= w;
#ifdef BUG
    reserved += w + (w == 7);
#else
    reserved += w;
#endif
  }
  assert(available >= 0);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  const int capacity = (int)skein_any(0, 1000);
  available = capacity;
  pthread_t a, b;
  pthread_create(&a, 0, reserve, 0);
  pthread_create(&b, 0, reserve, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(reserved + available == capacity);
  return 0;
}
