/* Peterson. */
#include "spawn2.h"
static atomic_int wants[2], turn;
static void body(int me) {
  int other = 1 - me;
  atomic_store(&wants[me], 1);
  atomic_store(&turn, other);
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other) {
  }
  critical();
  atomic_store(&wants[me], 0);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
