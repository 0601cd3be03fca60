/* Tries three times and gives up: a loop that makes progress, by its counter. Not cut. */
#include "spawn2.h"
static atomic_int flag;
static void body(int me) {
  if (me == 0) {
    atomic_store(&flag, 1);
  } else {
    for (int i = 0; i < 3; ++i) {
      if (atomic_load(&flag)) break;
    }
  }
}

int main(void) {
  run_all();
  return 0;
}
