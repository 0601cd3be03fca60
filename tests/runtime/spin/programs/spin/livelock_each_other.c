/* Each waits for the other to go first: a livelock, in every execution. */
#include "spawn2.h"
static atomic_int has_gone[2];
static void body(int me) {
  while (!atomic_load(&has_gone[1 - me])) {
  }
  atomic_store(&has_gone[me], 1);
}

int main(void) {
  run_all();
  return 0;
}
