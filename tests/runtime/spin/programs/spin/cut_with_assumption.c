// An assumption of one thread, a bound for the other.
#include <pthread.h>
#include <skein/skein.h>
#include <stdatomic.h>
static atomic_int flag;
static unsigned long tries;  // in memory, so that it is progress
static void* waiter(void* arg) {
  while (atomic_load(&flag) == 0) tries++;
  return arg;
}
static void* setter(void* arg) {
  atomic_store(&flag, 1);
  skein_assume(0);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, setter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
