// Two threads meet twice at one barrier.
// expect: verdict=clean executions=8
// preload: yes
//
// First round: 2 orders of arrival. Then each passes (reads the barrier) and arrives again (writes
// it). Say A arrives first the second time: B's first pass may come before or after that arrival,
// A's pass comes before both: 2 ways; likewise if B is first. 2 * (2 + 2).
#include "../support/spawn.h"

static pthread_barrier_t barrier;

static void meet_twice(void) {
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  run2(meet_twice, meet_twice);
  return 0;
}
