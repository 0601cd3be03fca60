// What was counted before is in another local variable, across the lock.
// BUG: the copy is made too late.
#include <assert.h>
#include <pthread.h>
enum { kTurns = 600 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int posted;
static void* post(void* unused) {
  int next = 0;
  while (next < kTurns) {
    int before = next;
    next++;
#ifdef BUG
    if (next == 3) before = next - 2;
#endif
    pthread_mutex_lock(&lock);
    assert(posted <= before);
    posted++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void* withdraw(void* unused) {
  for (int i = 0; i < kTurns; i++) {
    pthread_mutex_lock(&lock);
    if (posted > 0) posted--;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, post, 0);
  pthread_create(&b, 0, withdraw, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
