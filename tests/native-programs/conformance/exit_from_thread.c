// A thread ends the process while main waits for it.
// expect: verdict=clean executions=1
// preload: yes
//
// Only the thread can do something: one trace.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static int handled;

static void at_end(void) {
  assert(handled == 0);
  handled = 1;
}

static void ender(void) { exit(0); }

int main(void) {
  atexit(at_end);
  join(spawn(ender));
  assert(0 && "the process has ended before");
  return 1;
}
