// One thread pushes, one pops: top <= k, the pushing thread's own counter.
// BUG: it sometimes pushes twice.
#include <assert.h>
#include <pthread.h>
enum { kSize = 60 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[kSize], top;
static void* push(void* unused) {
  for (int k = 0; k < kSize; k++) {
    pthread_mutex_lock(&lock);
    assert(top < kSize);
    items[top] = k;
    top++;
#ifdef BUG
    if (k < 2 && top > 0) top += kSize;
#endif
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void* pop(void* unused) {
  for (int k = 0; k < kSize; k++) {
    pthread_mutex_lock(&lock);
    if (top > 0) {
      top--;
      assert(items[top % kSize] >= 0);
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, 0);
  pthread_create(&b, 0, pop, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
