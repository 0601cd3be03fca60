// Reservations from a pool of 100, again and again.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;
static void* reserve(void* unused) {
  (void)unused;
  while (skein_any(0, 1)) {
    const int w = (int)skein_any(0, 60);
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (used + w <= 110) used += w;
#else
    if (used + w <= 100) used += w;
#endif
    assert(used <= 100);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reserve, 0);
  pthread_create(&b, 0, reserve, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
