// Who waits for a lock that a thread stopped by the bound would give back is in no deadlock.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static unsigned long tries;  // in memory, so that it is progress
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  while (atomic_load(&flag) == 0) tries++;
  pthread_mutex_unlock(&m);
  return arg;
}
static void* setter(void* arg) {
  atomic_store(&flag, 1);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, setter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
