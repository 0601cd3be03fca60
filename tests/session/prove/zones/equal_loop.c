// Two variables that are changed together, again and again.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void* change(void* unused) {
  (void)unused;
  while (skein_any(0, 1)) {
    int n = (int)skein_any(-100, 100);
    pthread_mutex_lock(&lock);
    assert(x == y);
    x = n;
#ifdef BUG
    if (n != 42)
#endif
      y = n;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, change, 0);
  pthread_create(&b, 0, change, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
