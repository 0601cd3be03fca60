// Store buffering, with relaxed accesses and fences: under sequential consistency one of the two
// sees the other.
// expect: verdict=clean executions=3
//
// Two locations, each a store and a load by different threads: 4 combinations, of which "both loads
// before the other's store" is cyclic. Fences depend on nothing.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int x, y;
static int seen_x, seen_y;

static void first(void) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
}

static void second(void) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  __sync_synchronize();
  seen_x = atomic_load_explicit(&x, memory_order_relaxed);
}

int main(void) {
  run2(first, second);
  assert(seen_x == 1 || seen_y == 1);
  return 0;
}
