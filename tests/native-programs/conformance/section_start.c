// A thread's first function may be an atomic section, and is one when called through a pointer.
// expect: verdict=clean executions=6
// native: no
//
// Three sections on the same variable, in any order: 3! orders.
#include "../support/spawn.h"

static int x, y;

static void* __VERIFIER_atomic_both(void* unused) {
  x = x + 1;
  y = x;
  return unused;
}

static void* (*volatile through)(void*) = __VERIFIER_atomic_both;

static void* call_it(void* unused) { return through(unused); }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, __VERIFIER_atomic_both, NULL);
  pthread_create(&second, NULL, call_it, NULL);
  __VERIFIER_atomic_both(NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(x == 3 && y == 3);
  return 0;
}
