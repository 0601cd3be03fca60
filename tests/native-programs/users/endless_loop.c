// A loop with visible effects that never ends: cut at a bound and said so, not "no errors".
// expect: verdict=incomplete
// options: --max-steps=200 --max-runs=100
// native: never-ends
//
// No count: a bounded search of an endless program.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint x;

static void* worker(void* arg) {
  for (;;) atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  pthread_join(a, NULL);
  return 0;
}
