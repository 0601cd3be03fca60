// A function whose name begins with __VERIFIER_atomic_ is an atomic section as a whole, with
// optimisation too.
// expect: verdict=clean executions=2
// native: no
// libs: -O2
//
// Outside skein the name means nothing, so the program is only compiled. Two sections, each of
// which takes the one lock: two orders. (-O2 is for the compiler: it would inline the function.)
#include "../support/spawn.h"

static int x;

static void __VERIFIER_atomic_increment(void) {
  int seen = x;
  x = seen + 1;
}

static void add(void) { __VERIFIER_atomic_increment(); }

int main(void) {
  run2(add, add);
  assert(x == 2);
  return 0;
}
