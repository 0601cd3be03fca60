// A lock made of atomic functions and an assumption, as programs of SV-COMP do it.
// expect: verdict=clean executions=2
// native: no
//
// Two orders of the lock. Runs in which one finds it taken are blocked.
#include "../support/spawn.h"

extern void __VERIFIER_assume(int);

static int taken;
static int x;

static void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(taken == 0);
  taken = 1;
}

static void __VERIFIER_atomic_release(void) { taken = 0; }

static void add(void) {
  __VERIFIER_atomic_acquire();
  x = x + 1;
  __VERIFIER_atomic_release();
}

int main(void) {
  run2(add, add);
  assert(x == 2);
  return 0;
}
