// Peterson's algorithm, without fences: right under sequential consistency.
// expect: verdict=clean
//
// A thread that may not enter at the first look gives up, so that every run ends.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int wants[2], turn;
static atomic_int inside;

static void user(int me) {
  int other = 1 - me;
  atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
  atomic_store_explicit(&turn, other, memory_order_relaxed);
  if (!(atomic_load_explicit(&wants[other], memory_order_relaxed) &&
        atomic_load_explicit(&turn, memory_order_relaxed) == other)) {
    assert(atomic_exchange(&inside, 1) == 0);
    atomic_store(&inside, 0);
  }
  atomic_store_explicit(&wants[me], 0, memory_order_relaxed);
}

static void first(void) { user(0); }
static void second(void) { user(1); }

int main(void) {
  run2(first, second);
  return 0;
}
