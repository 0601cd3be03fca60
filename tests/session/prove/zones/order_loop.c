// low <= high, both moved again and again.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int low, high;
static void* lower(void* unused) {
  (void)unused;
  while (skein_any(0, 1)) {
    int n = (int)skein_any(0, 1000);
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (n <= high + 1) low = n;
#else
    if (n <= high) low = n;
#endif
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
static void* upper(void* unused) {
  (void)unused;
  while (skein_any(0, 1)) {
    int n = (int)skein_any(0, 1000);
    pthread_mutex_lock(&lock);
    if (n >= low) high = n;
    assert(low <= high);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, lower, 0);
  pthread_create(&b, 0, upper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
