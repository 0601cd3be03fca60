// A counter that follows the loop's own, while another thread takes from it.
// BUG: the other thread gives.
#include <assert.h>
#include <pthread.h>
enum { kTurns = 1000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void* work(void* unused) {
  for (int i = 0; i < kTurns; i++) {
    pthread_mutex_lock(&lock);
    assert(done <= i);
    done++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void* take(void* unused) {
  for (int i = 0; i < kTurns; i++) {
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (i > 0) done++;
#else
    if (done > 0) done--;
#endif
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
