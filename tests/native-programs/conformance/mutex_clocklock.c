// As mutex_timedlock.c with the clock named in the call.
// expect: verdict=clean executions=4
// preload: yes
//
// As mutex_trylock.c: 4.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void attempt(void) {
  struct timespec until = soon(CLOCK_MONOTONIC);
  int result = pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &until);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_mutex_unlock(&m);
}

int main(void) {
  run2(attempt, attempt);
  return 0;
}
