// The counter is a variable of the calling function, and the section is in another.
// BUG: one call in the loop counts twice.
#include <assert.h>
#include <pthread.h>
enum { kTurns = 60 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int top, slots[kTurns];
static void put(int value) {
  pthread_mutex_lock(&lock);
  assert(top < kTurns);
  slots[top] = value;
  top++;
  pthread_mutex_unlock(&lock);
}
static void take(void) {
  pthread_mutex_lock(&lock);
  if (top > 0) top--;
  pthread_mutex_unlock(&lock);
}
static void* fill(void* unused) {
  for (int k = 0; k < kTurns; k++) {
    put(k);
#ifdef BUG
    if (k == 1) {
      pthread_mutex_lock(&lock);
      top += kTurns - 2;
      pthread_mutex_unlock(&lock);
    }
#endif
  }
  return unused;
}
static void* empty(void* unused) {
  for (int k = 0; k < kTurns; k++) take();
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, fill, 0);
  pthread_create(&b, 0, empty, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
