// A non-zero exit status is not a bug unless asked for.
// expect: verdict=clean executions=1
// preload: yes
// exit: 3
//
// Nothing shared: one trace.
#include "../support/spawn.h"

static void worker(void) {}

int main(void) {
  join(spawn(worker));
  return 3;
}
