// A barrier for one never waits.
// expect: verdict=clean executions=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

int main(void) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, 1);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  return 0;
}
