// There is no signal: a timed wait ends anyway.
// expect: verdict=clean executions=1
// preload: yes
// native: slow
//
// main alone: lock, wait, timed wake, unlock.
#include "../support/spawn.h"

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  return 0;
}
