// A poller that holds the lock whenever it looks, and lets others in between two looks.
// expect: verdict=clean executions=3
//
// It comes to its load in the same state each time, but what it did since then gave the lock to the
// setter: that is not a cycle without a way out.
#include <stdatomic.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int looks;
static int done;

static void poller(void) {
  pthread_mutex_lock(&m);
  while (!done) {
    (void)atomic_load(&looks);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
  }
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t = spawn(poller);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
