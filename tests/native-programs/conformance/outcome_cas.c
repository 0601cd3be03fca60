// Threads that compare-and-exchange one location, all from 0; with M = 1 another one stores to it.
// expect: N=2 M=0 verdict=clean executions=2
// expect: N=6 M=0 verdict=clean executions=6
// expect: N=2 M=1 verdict=clean executions=5
// expect: N=4 M=1 verdict=clean executions=33
// expect: N=6 M=1 verdict=clean executions=193
//
// One of n succeeds, and those that fail only read: n. With a store: before all of them, 1.
// Otherwise one succeeds, and each of the other n - 1 fails before the store or after it: n
// 2^(n-1).
#include <stdatomic.h>
#include <stdlib.h>

#include "../support/spawn.h"

static atomic_int x;

static void* take(void* number) {
  int expected = 0;
  atomic_compare_exchange_strong(&x, &expected, (int)(intptr_t)number);
  return NULL;
}

static void store(void) { atomic_store(&x, 100); }

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  const int has_store = argc > 2 && atoi(argv[2]) != 0;
  pthread_t threads[8];
  for (int i = 0; i < n; ++i) {
    pthread_create(&threads[i], NULL, take, (void*)(intptr_t)(i + 1));
  }
  if (has_store) join(spawn(store));
  for (int i = 0; i < n; ++i) join(threads[i]);
  assert(atomic_load(&x) != 0);
  return 0;
}
