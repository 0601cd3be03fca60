// What an exit handler finds wrong is a bug too.
// expect: verdict=bug kind=assertion executions=1 violations=1
// preload: yes
//
// Nothing shared: one trace.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static void at_end(void) { assert(0 && "in the handler"); }

int main(void) {
  atexit(at_end);
  return 0;
}
