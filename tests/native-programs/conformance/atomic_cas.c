// A counter with compare-and-exchange in a loop.
// expect: verdict=clean executions=4
//
// Each loads, then exchanges. One after the other: 2 orders. Both load first: the first to exchange
// (2 ways) makes the other one fail and try again with the value it found. 2 + 2.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int x;

static void add(void) {
  int seen = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &seen, seen + 1)) {
  }
}

int main(void) {
  run2(add, add);
  assert(atomic_load(&x) == 2);
  return 0;
}
