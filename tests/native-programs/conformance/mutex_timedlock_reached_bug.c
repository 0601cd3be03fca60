// The timeout does happen while another thread holds the mutex.
// expect: verdict=bug kind=assertion executions=4 violations=2
// preload: yes
//
// As mutex_trylock.c: 4, with a timeout in 2 of them. The thread that timed out halts there; the
// other one goes on.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void attempt(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  int result = pthread_mutex_timedlock(&m, &until);
  assert(result == 0);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(attempt, attempt);
  return 0;
}
