// A read and a write in two atomic functions: each is a section, both together are not.
// expect: verdict=bug kind=assertion executions=6 violations=4
// native: no
//
// Two sections in each of two threads: 4! / (2! 2!) = 6 orders of the lock. Only in the two in
// which one thread does both before the other does any is nothing lost.
#include "../support/spawn.h"

static int x;

int __VERIFIER_atomic_get(void) { return x; }
void __VERIFIER_atomic_set(int value) { x = value; }

static void add(void) {
  int seen = __VERIFIER_atomic_get();
  __VERIFIER_atomic_set(seen + 1);
}

int main(void) {
  run2(add, add);
  assert(x == 2);
  return 0;
}
