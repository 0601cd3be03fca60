/* Szymanski, for two. */
#include "spawn2.h"
static atomic_int flag[2];
static void body(int me) {
  int other = 1 - me;
  atomic_store(&flag[me], 1);
  while (atomic_load(&flag[other]) >= 3) {
  }
  atomic_store(&flag[me], 3);
  if (atomic_load(&flag[other]) == 1) {
    atomic_store(&flag[me], 2);
    while (atomic_load(&flag[other]) != 4) {
    }
  }
  atomic_store(&flag[me], 4);
  if (me == 1) {
    while (atomic_load(&flag[other]) >= 2) {
    }
  }
  critical();
  if (me == 0) {
    for (;;) {
      int f = atomic_load(&flag[other]);
      if (f < 2 || f > 3) break;
    }
  }
  atomic_store(&flag[me], 0);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
