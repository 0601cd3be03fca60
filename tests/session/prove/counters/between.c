// A section that compares the counter with p says something about q, too, which it does not look
// at: p < k and k <= q.
// BUG: q is no longer what k was compared with.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int p = 500, q, is_compared;
static void* count(void* unused) {
  for (int k = (int)skein_any(0, 1000); k < 1000; k++) {
    pthread_mutex_lock(&lock);
    if (q < k) {
      pthread_mutex_unlock(&lock);
      break;
    }
    is_compared = 1;
    pthread_mutex_unlock(&lock);
    int is_less = 0;
    pthread_mutex_lock(&lock);
    if (p < k) is_less = 1;
    is_compared = 0;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(!is_less || p < q);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void* change(void* unused) {
  pthread_mutex_lock(&lock);
#ifdef BUG
  if (is_compared) q = (int)skein_any(0, 1000);
#else
  if (is_compared && q < 1000) q++;
#endif
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  q = (int)skein_any(0, 1000);
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, change, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
