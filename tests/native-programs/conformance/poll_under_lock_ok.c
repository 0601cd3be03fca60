// Polling under a lock is waiting: no run is cut, and nothing is left out.
// expect: verdict=clean executions=2
// options: --reduce=outcome
//
// The setter's section comes before the poller's first, or between its first and its second, which
// sees it; further rounds that see nothing new are left out.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void poller(void) {
  int is_done = 0;
  while (!is_done) {
    pthread_mutex_lock(&m);
    is_done = done;
    pthread_mutex_unlock(&m);
  }
}

static void setter(void) {
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(poller, setter);
  return 0;
}
