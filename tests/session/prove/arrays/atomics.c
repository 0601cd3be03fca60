// Atomic counters, one of many chosen by an input.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 10000
atomic_int counters[SIZE];

void* worker(void* unused) {
  const unsigned i = __VERIFIER_nondet_uint() % SIZE;
  const int before = atomic_fetch_add(&counters[i], 1);
#ifdef BUG
  assert(before == 0);
#else
  assert(before == 0 || before == 1);
#endif
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
