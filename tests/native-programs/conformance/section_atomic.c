// An atomic operation in no section does not come in between a section's atomic operations.
// expect: verdict=clean executions=2
// native: no
//
// The store comes before the section or after it: two orders.
#include <stdatomic.h>

#include "../support/spawn.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int x;

static void add(void) {
  __VERIFIER_atomic_begin();
  int seen = atomic_load(&x);
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
