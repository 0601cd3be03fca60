// Lost update, mended: one atomic addition.
// expect: verdict=clean executions=1
//
// Nobody looks at a result, so nobody can tell the order of the additions.
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
