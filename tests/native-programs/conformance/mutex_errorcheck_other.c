// An errorcheck mutex refuses the unlock by a thread that does not hold it.
// expect: verdict=clean executions=1
// preload: yes
//
// main holds the mutex from before the creation until after the join: one order.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void other(void) { assert(pthread_mutex_unlock(&m) == EPERM); }

int main(void) {
  assert(pthread_mutex_lock(&m) == 0);
  pthread_t t = spawn(other);
  join(t);
  assert(pthread_mutex_unlock(&m) == 0);
  return 0;
}
