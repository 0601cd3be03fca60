// Two threads meet twice at one barrier.
// expect: verdict=clean executions=1
//
// The order of arrivals is not observable, and no thread looks at the result.
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
