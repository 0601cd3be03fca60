// The routine of a pthread_once calls pthread_once on the same object: it waits for itself.
// expect: verdict=bug kind=lock-misuse|deadlock executions=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void) { pthread_once(&once, init); }

int main(void) {
  pthread_once(&once, init);
  return 0;
}
