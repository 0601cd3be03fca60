// A section, and two writes outside of sections: these two race, not with the section.
// expect: verdict=bug kind=race executions=6
// native: no
//
// That they wait for the section orders nothing between them. Each of the three accesses comes
// first, second or third: 3! orders.
#include "../support/spawn.h"

static int x;

static void __VERIFIER_atomic_increment(void) {
  int seen = x;
  x = seen + 1;
}

static void write_outside(void) { x = 10; }

int main(void) {
  run3(__VERIFIER_atomic_increment, write_outside, write_outside);
  return 0;
}
