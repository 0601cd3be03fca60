// What a handler of quick_exit finds wrong is a bug too.
// expect: verdict=bug kind=assertion executions=1 violations=1
// preload: yes
//
// Nothing shared: one trace.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static void at_end(void) { assert(0 && "in the handler"); }

int main(void) {
  at_quick_exit(at_end);
  quick_exit(0);
}
