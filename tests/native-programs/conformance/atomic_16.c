// Atomics of 16 bytes: never torn.
// expect: verdict=clean executions=2
// libs: -latomic
//
// A store and a load of one location: 2 orders.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

typedef unsigned __int128 Wide;

static _Atomic Wide x;

static Wide both(uint64_t half) { return (Wide)half << 64 | half; }

static void writer(void) { atomic_store(&x, both(7)); }

static void reader(void) {
  Wide seen = atomic_load(&x);
  assert(seen == 0 || seen == both(7));
}

int main(void) {
  run2(writer, reader);
  Wide expected = both(7);
  assert(atomic_compare_exchange_strong(&x, &expected, both(8)));
  assert(atomic_exchange(&x, both(9)) == both(8));
  assert(atomic_fetch_add(&x, 1) == both(9));
  return 0;
}
