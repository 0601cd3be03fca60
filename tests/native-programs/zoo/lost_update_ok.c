// Lost update, fixed: one atomic addition.
// expect: verdict=clean executions=1
//
// No result is used, so the order of the additions is not observable.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int counter;

static void add(void) { atomic_fetch_add(&counter, 1); }

int main(void) {
  run2(add, add);
  assert(atomic_load(&counter) == 2);
  return 0;
}
