// Endless recursion.
// expect: verdict=bug kind=crash
// preload: yes
//
// No count, see crash_null_bug.c.
#include "../support/spawn.h"

static int depth(volatile int* from) {
  volatile int here = *from + 1;
  return here == 0 ? 0 : depth(&here) + here;
}

static void worker(void) {
  volatile int zero = 0;
  assert(depth(&zero) != 1);
}

int main(void) {
  join(spawn(worker));
  return 0;
}
