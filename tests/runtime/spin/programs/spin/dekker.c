/* Dekker. The outer loop writes, so only its reading part is cut. */
#include "spawn2.h"
static atomic_int wants[2], turn;
static void body(int me) {
  int other = 1 - me;
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[other])) {
    if (atomic_load(&turn) == other) {
      atomic_store(&wants[me], 0);
      while (atomic_load(&turn) == other) {
      }
      atomic_store(&wants[me], 1);
    }
  }
  critical();
  atomic_store(&turn, other);
  atomic_store(&wants[me], 0);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
