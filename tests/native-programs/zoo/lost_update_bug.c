// Lost update: a counter is read and written in two steps.
// expect: verdict=bug kind=assertion executions=4 violations=2
//
// One after the other: 2 orders. Both load before the first store: 2 orders of the stores, and one
// addition is lost.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int counter;

static void add(void) {
  int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
}

int main(void) {
  run2(add, add);
  assert(atomic_load(&counter) == 2);
  return 0;
}
