// Atomics of 1, 2, 4 and 8 bytes, side by side in one structure.
// expect: verdict=clean executions=16
//
// Both threads exchange the four locations in the same order; each location has 2 orders, none
// excludes another: 2^4.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static struct {
  atomic_uchar one, other_one;
  atomic_ushort two;
  atomic_uint four;
  atomic_ulong eight;
} x;

static void change(void) {
  atomic_exchange(&x.one, 2);
  atomic_exchange(&x.two, 2);
  atomic_exchange(&x.four, 2);
  atomic_exchange(&x.eight, 2);
}

int main(void) {
  run2(change, change);
  assert(atomic_load(&x.one) == 2 && atomic_load(&x.other_one) == 0);
  assert(atomic_load(&x.two) == 2);
  assert(atomic_load(&x.four) == 2);
  assert(atomic_load(&x.eight) == 2);
  return 0;
}
