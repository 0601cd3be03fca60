// A thread may be joined by any thread.
// expect: verdict=clean executions=1
// preload: yes
//
// A chain of joins: one trace.
#include "../support/spawn.h"

static pthread_t first;
static int x;

static void worker(void) { x = 1; }

static void joiner(void) {
  join(first);
  assert(x == 1);
}

int main(void) {
  first = spawn(worker);
  join(spawn(joiner));
  return 0;
}
