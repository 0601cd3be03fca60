// quick_exit calls its own handlers, the last one first, and none of exit's.
// expect: verdict=clean executions=1
// preload: yes
//
// main waits for the thread: one trace.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static int state;

static void second(void) { assert(state == 2); }
static void first(void) { ++state; }
static void never(void) { assert(0 && "no handler of exit may run"); }

static void worker(void) { state = 1; }

int main(void) {
  at_quick_exit(second);
  at_quick_exit(first);
  atexit(never);
  join(spawn(worker));
  quick_exit(0);
}
