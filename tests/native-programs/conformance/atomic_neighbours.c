// Neighbouring bytes are different locations.
// expect: verdict=clean executions=1
//
// Each thread has its own byte: one trace.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_uchar bytes[2];

static void first(void) { atomic_store(&bytes[0], 1); }
static void second(void) { atomic_store(&bytes[1], 1); }

int main(void) {
  run2(first, second);
  assert(atomic_load(&bytes[0]) == 1 && atomic_load(&bytes[1]) == 1);
  return 0;
}
