// A division by zero, in one of two orders.
// expect: verdict=bug kind=crash|arithmetic
//
// No count, see crash_null_bug.c.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int divisor;

static void writer(void) { atomic_store(&divisor, 1); }

static void reader(void) {
  volatile int numerator = 6, denominator = atomic_load(&divisor);
  volatile int result = numerator / denominator;
  assert(result == 6);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
