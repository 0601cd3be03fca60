// A write in no section comes before a section or after it: both are explored.
// expect: verdict=bug kind=assertion executions=2 violations=1
// native: no
//
// As in section_outside.c there are two orders; if the write comes first, the section makes 11 of
// it.
#include "../support/spawn.h"

static int x;

static void __VERIFIER_atomic_increment(void) {
  int seen = x;
  x = seen + 1;
}

static void write_outside(void) { x = 10; }

int main(void) {
  run2(__VERIFIER_atomic_increment, write_outside);
  assert(x == 10);
  return 0;
}
