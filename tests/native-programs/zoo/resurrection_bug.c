// A weak reference becomes strong after the object has died.
// expect: verdict=bug kind=assertion executions=3 violations=1
//
// Owner: decrement, and if it was the last one, the object dies. Other: look; if not 0, increment
// and use. The look after the decrement: 1. Before it: the increment before the decrement (the
// owner is not the last one), or after it: dead.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int strong = 1;

static void owner(void) { atomic_fetch_sub(&strong, 1); }

static void observer(void) {
  if (atomic_load(&strong) == 0) return;
  int before = atomic_fetch_add(&strong, 1);
  assert(before > 0);
}

int main(void) {
  run2(owner, observer);
  return 0;
}
