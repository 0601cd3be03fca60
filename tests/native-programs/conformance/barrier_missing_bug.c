// A barrier for three, and only two come.
// expect: verdict=bug kind=deadlock executions=2 deadlocks=2
// preload: yes
//
// The two orders of arrival, both end with nobody able to go on.
#include "../support/spawn.h"

static pthread_barrier_t barrier;

static void meet(void) { pthread_barrier_wait(&barrier); }

int main(void) {
  pthread_barrier_init(&barrier, NULL, 3);
  run2(meet, meet);
  return 0;
}
