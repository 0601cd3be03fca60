// What is in no section does not come in between a section's accesses, and is not a race with them.
// expect: verdict=clean executions=2
// native: no
//
// The section has a step of its own in the middle (an atomic one), where the write could come in
// between if it did not wait. It comes before the section or after it: two orders.
#include <stdatomic.h>

#include "../support/spawn.h"

static int x;
static atomic_int middle;

static void __VERIFIER_atomic_increment(void) {
  int seen = x;
  atomic_fetch_add(&middle, 1);
  x = seen + 1;
}

static void write_outside(void) { x = 10; }

int main(void) {
  run2(__VERIFIER_atomic_increment, write_outside);
  assert(x == 10 || x == 11);
  return 0;
}
