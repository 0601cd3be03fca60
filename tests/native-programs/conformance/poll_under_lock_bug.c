// One thread polls under a lock for what the other one sets, and is chosen first: the other one
// must run anyway, and what it does wrong be found.
// expect: verdict=bug kind=assertion
// needs: spin
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
  assert(done == 2);
}

int main(void) {
  run2(poller, setter);
  return 0;
}
