// A reference count with atomic decrements.
// expect: verdict=clean executions=2
//
// 2 orders.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int references = 2;
static int freed[2];  // by whom

static void release(int who) {
  if (atomic_fetch_sub(&references, 1) == 1) freed[who] = 1;
}

static void first(void) { release(0); }
static void second(void) { release(1); }

int main(void) {
  run2(first, second);
  assert(freed[0] + freed[1] == 1);
  return 0;
}
