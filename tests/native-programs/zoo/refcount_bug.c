// A reference count that is decremented in two steps: none is the last, or more than one.
// expect: verdict=bug kind=assertion executions=4 violations=2
//
// As lost_update_bug.c.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int references = 2;
static int freed[2];  // by whom

static void release(int who) {
  int left = atomic_load(&references) - 1;
  atomic_store(&references, left);
  if (left == 0) freed[who] = 1;
}

static void first(void) { release(0); }
static void second(void) { release(1); }

int main(void) {
  run2(first, second);
  assert(freed[0] + freed[1] == 1);
  return 0;
}
