// abort is a failed assertion.
// expect: verdict=bug kind=assertion executions=1 violations=1
// preload: yes
//
// Nothing shared: one trace.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static void worker(void) { abort(); }

int main(void) {
  join(spawn(worker));
  return 0;
}
