// An assertion that fails in some schedules: found with default options.
// expect: verdict=bug kind=assertion executions=4 violations=2
//
// Load, then store, in two threads: one after the other (2 orders), or both loads first (2 orders
// of the stores, one addition lost).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* arg) {
  int seen = atomic_load(&x);
  atomic_store(&x, seen + 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&x) == 2);
  return 0;
}
