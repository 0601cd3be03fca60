// _Exit ends the process without handlers.
// expect: verdict=clean executions=1
// preload: yes
//
// Only the thread can do something: one trace.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static void at_end(void) { assert(0 && "no handler may run"); }

static void ender(void) { _Exit(0); }

int main(void) {
  atexit(at_end);
  join(spawn(ender));
  return 1;
}
