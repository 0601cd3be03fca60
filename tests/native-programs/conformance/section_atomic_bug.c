// As section_atomic.c, but the section's operations are in two sections.
// expect: verdict=bug kind=assertion executions=3 violations=1
// native: no
//
// The store comes before both, after both, or in between, where it is lost.
#include <stdatomic.h>

#include "../support/spawn.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int x;

static void add(void) {
  __VERIFIER_atomic_begin();
  int seen = atomic_load(&x);
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  atomic_store(&x, seen + 1);
  __VERIFIER_atomic_end();
}

static void write_outside(void) { atomic_store(&x, 10); }

int main(void) {
  run2(add, write_outside);
  int last = atomic_load(&x);
  assert(last == 10 || last == 11);
  return 0;
}
