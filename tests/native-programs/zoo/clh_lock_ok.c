// A CLH lock.
// expect: verdict=clean
// needs: spin
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int locked[3];  // node 2 is the first one in the queue
static atomic_int tail = 2;
static atomic_int inside;

static int lock_with(int node) {
  atomic_store(&locked[node], 1);
  int before = atomic_exchange(&tail, node);
  while (atomic_load(&locked[before])) {
  }
  return before;
}

static void use(int node, int rounds) {
  for (int round = 0; round < rounds; round++) {
    int before = lock_with(node);
    assert(atomic_exchange(&inside, 1) == 0);
    atomic_store(&inside, 0);
    atomic_store(&locked[node], 0);
    node = before;
  }
}

static void first(void) { use(0, 2); }
static void second(void) { use(1, 1); }

int main(void) {
  run2(first, second);
  return 0;
}
