// A null pointer, in one of two orders.
// expect: verdict=bug kind=crash
//
// No count: a crash ends its run at once, so what the others could still have done is not explored.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static int value = 1;
static _Atomic(int*) pointer;

static void writer(void) { atomic_store(&pointer, &value); }

static void reader(void) {
  volatile int* p = atomic_load(&pointer);
  assert(*p == 1);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
