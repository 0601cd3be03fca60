// Atomics of 16 bytes, with the instruction for them allowed: clang leaves one in the code that it
// has announced.
// expect: verdict=clean executions=2
// libs: -latomic -mcx16
//
// A read-modify-write and a load of one location: 2 orders.
#include <stdatomic.h>

#include "../support/spawn.h"

typedef unsigned __int128 Wide;

static _Atomic Wide x;

static void writer(void) { atomic_fetch_add(&x, (Wide)1 << 64 | 1); }

static void reader(void) {
  const Wide seen = atomic_load(&x);
  assert((uint64_t)seen == (uint64_t)(seen >> 64));
}

int main(void) {
  run2(writer, reader);
  return 0;
}
