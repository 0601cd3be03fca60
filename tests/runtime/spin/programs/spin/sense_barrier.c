/* A barrier with sense reversal, passed twice. */
#include "spawn2.h"
static atomic_int left = N, sense;
static void body(int me) {
  (void)me;
  int mine = 0;
  for (int round = 0; round < 2; ++round) {
    mine = !mine;
    if (atomic_fetch_sub(&left, 1) == 1) {
      atomic_store(&left, N);
      atomic_store(&sense, mine);
    } else {
      while (atomic_load(&sense) != mine) {
      }
    }
  }
}

int main(void) {
  run_all();
  return 0;
}
