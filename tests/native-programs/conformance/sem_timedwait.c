// A timed wait on a semaphore is a try to the scheduler.
// expect: verdict=clean executions=2
// preload: yes
//
// The post before the timed wait (it succeeds) or after it (timeout).
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;

static void waiter(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  if (sem_timedwait(&s, &until) != 0) assert(errno == ETIMEDOUT);
}

static void poster(void) { sem_post(&s); }

int main(void) {
  sem_init(&s, 0, 0);
  run2(waiter, poster);
  return 0;
}
