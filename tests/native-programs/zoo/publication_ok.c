// The data first, then the flag.
// expect: verdict=clean executions=2
//
// Flag not yet set: 1. Set: the data is there: 1.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int data, flag;

static void writer(void) {
  atomic_store(&data, 7);
  atomic_store(&flag, 1);
}

static void reader(void) {
  if (atomic_load(&flag)) assert(atomic_load(&data) == 7);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
