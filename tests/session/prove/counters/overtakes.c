// A reader that never gets ahead of the writer, by its own count.
// BUG: it goes on without waiting, and overtakes.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written;
static void* write_all(void* unused) {
  for (int i = 0; i < 100000; i++) {
    pthread_mutex_lock(&lock);
    written++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void* read_all(void* unused) {
  int read = 0;
  while (read < 100000) {
    pthread_mutex_lock(&lock);
    assert(read <= written);
#ifdef BUG
    const int next = written > 0 ? read + 1 : read;
#else
    const int next = read < written ? read + 1 : read;
#endif
    pthread_mutex_unlock(&lock);
    read = next;
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write_all, 0);
  pthread_create(&b, 0, read_all, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
