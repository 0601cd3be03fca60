// Loads are independent of each other.
// expect: verdict=clean executions=4
//
// Each of two readers comes before or after the store: 2 * 2.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int x;

static void reader(void) {
  int seen = atomic_load(&x);
  assert(seen == 0 || seen == 1);
}

static void writer(void) { atomic_store(&x, 1); }

int main(void) {
  run3(reader, reader, writer);
  return 0;
}
