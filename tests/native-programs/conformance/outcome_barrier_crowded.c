// A barrier for two, and three threads.
// expect: verdict=bug kind=deadlock executions=24 deadlocks=24
// preload: yes
//
// The order of arrivals decides who waits for ever: 3!. The third arrives before or after each of
// the others has passed: 4.
#define _GNU_SOURCE
#include "../support/spawn.h"

static pthread_barrier_t barrier;

static void meet(void) { pthread_barrier_wait(&barrier); }

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  run3(meet, meet, meet);
  return 0;
}
