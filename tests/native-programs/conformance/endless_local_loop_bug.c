// A loop that never ends and has no visible operation.
// expect: verdict=bug
// options: --max-step-seconds=1
// preload: yes
// native: never-ends
//
// No count, see crash_null_bug.c.
#include "../support/spawn.h"

static void worker(void) {
  volatile unsigned n = 0;
  for (;;) n = n + 1;
}

int main(void) {
  join(spawn(worker));
  return 0;
}
