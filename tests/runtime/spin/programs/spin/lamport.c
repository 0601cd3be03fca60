/* Lamport's fast mutual exclusion. */
#include "spawn2.h"
static atomic_int b[N], x, y;
static void body(int me) {
  for (;;) {
    atomic_store(&b[me], 1);
    atomic_store(&x, me + 1);
    if (atomic_load(&y) != 0) {
      atomic_store(&b[me], 0);
      while (atomic_load(&y) != 0) {
      }
      continue;
    }
    atomic_store(&y, me + 1);
    if (atomic_load(&x) != me + 1) {
      atomic_store(&b[me], 0);
      for (int j = 0; j < N; ++j) {
        while (atomic_load(&b[j])) {
        }
      }
      if (atomic_load(&y) != me + 1) {
        while (atomic_load(&y) != 0) {
        }
        continue;
      }
    }
    break;
  }
  critical();
  atomic_store(&y, 0);
  atomic_store(&b[me], 0);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
