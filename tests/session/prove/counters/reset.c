// A batch that is counted in a local variable and in a shared one; both begin again.
// BUG: only the local one does.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int batch;
static void* collect(void* unused) {
  int mine = 0;
  for (;;) {
    pthread_mutex_lock(&lock);
    assert(batch <= mine);
    batch++;
    mine++;
    if (mine == 8) {
      mine = 0;
#ifndef BUG
      batch = 0;
#else
      if (batch > 8) batch = 0;
#endif
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void* lose(void* unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (batch > 0) batch--;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, collect, 0);
  pthread_create(&b, 0, lose, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
