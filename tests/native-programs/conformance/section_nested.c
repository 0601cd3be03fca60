// Sections in sections: only the outermost counts.
// expect: verdict=clean executions=2
// native: no
//
// Each thread is in one section, whatever is nested in it: two orders.
#include "../support/spawn.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x;

static int __VERIFIER_atomic_get(void) { return x; }

static int plain_get(void) { return __VERIFIER_atomic_get(); }

static void __VERIFIER_atomic_add(void) {
  int seen = plain_get();
  __VERIFIER_atomic_begin();
  x = seen + 1;
  __VERIFIER_atomic_end();
  x = x + plain_get();
}

static void add(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_add();
  x = x + 1;
  __VERIFIER_atomic_end();
}

int main(void) {
  run2(add, __VERIFIER_atomic_add);
  // 0 -> 2 -> 3 -> 8, or 0 -> 2 -> 6 -> 7.
  assert(x == 8 || x == 7);
  return 0;
}
