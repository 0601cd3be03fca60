// The setter fails in every run, the waiter only after ten failed looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void* waiter(void* arg) {
  unsigned long tries = 0;
  while (atomic_load(&flag) == 0) tries++;
  assert(tries < 10 && "waiter");
  return arg;
}
static void* setter(void* arg) {
  atomic_store(&flag, 1);
  assert(!"setter");
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, setter, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
