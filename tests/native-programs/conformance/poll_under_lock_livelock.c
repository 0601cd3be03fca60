// Two threads poll under the lock for a flag that is never set.
// expect: verdict=bug kind=livelock
// needs: spin
// native: never-ends
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

int main(void) {
  run2(poller, poller);
  return 0;
}
