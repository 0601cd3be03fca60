/* Waits for a flag. */
#include "spawn2.h"
static atomic_int flag;
static void body(int me) {
  if (me == 0) atomic_store(&flag, 1);
  if (me == 1) {
    while (!atomic_load(&flag)) {
    }
  }
}

int main(void) {
  run_all();
  return 0;
}
