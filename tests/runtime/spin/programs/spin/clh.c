/* CLH lock: each waits on the node of the one before. */
#include "spawn2.h"
static atomic_int nodes[N + 1];
static _Atomic(atomic_int*) tail = &nodes[N];
static void body(int me) {
  atomic_int* mine = &nodes[me];
  atomic_store(mine, 1);
  atomic_int* before = atomic_exchange(&tail, mine);
  while (atomic_load(before)) {
  }
  critical();
  atomic_store(mine, 0);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
