// A CLH lock whose user takes its own node again instead of its predecessor's, while the successor
// still looks at it: no thread can continue.
// expect: verdict=bug kind=deadlock|livelock
// needs: spin
// native: never-ends
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int locked[3];  // node 2 is the first one in the queue
static atomic_int tail = 2;

static void lock_with(int node) {
  atomic_store(&locked[node], 1);
  int before = atomic_exchange(&tail, node);
  while (atomic_load(&locked[before])) {
  }
}

static void twice(int node) {
  for (int round = 0; round < 2; round++) {
    lock_with(node);
    atomic_store(&locked[node], 0);
  }
}

static void first(void) { twice(0); }
static void second(void) {
  lock_with(1);
  atomic_store(&locked[1], 0);
}

int main(void) {
  run2(first, second);
  return 0;
}
