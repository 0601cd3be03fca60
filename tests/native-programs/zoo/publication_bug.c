// The flag is set before the data is there.
// expect: verdict=bug kind=assertion executions=3 violations=1
//
// Writer: flag, data. Reader: flag and, if set, data. Flag not yet set: 1. Set: data before or
// after its store: 2, one of them wrong.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int data, flag;

static void writer(void) {
  atomic_store(&flag, 1);
  atomic_store(&data, 7);
}

static void reader(void) {
  if (atomic_load(&flag)) assert(atomic_load(&data) == 7);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
