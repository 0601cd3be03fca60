/* Waits for a flag that is never set: a livelock, in every execution. */
#include "spawn2.h"
static atomic_int flag;
static void body(int me) {
  if (me == 1) {
    while (!atomic_load(&flag)) {
    }
  }
}

int main(void) {
  run_all();
  return 0;
}
