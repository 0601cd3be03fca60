// Time goes on, never back, and sleeping takes time, also if it is virtual.
// expect: verdict=clean executions=1
// preload: yes
//
// main alone: one trace.
#define _GNU_SOURCE
#include <unistd.h>

#include "../support/spawn.h"

static double now(clockid_t clock) {
  struct timespec t;
  assert(clock_gettime(clock, &t) == 0);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void) {
  double start = now(CLOCK_MONOTONIC);
  double wall = now(CLOCK_REALTIME);
  usleep(20000);
  assert(now(CLOCK_MONOTONIC) - start > 0.019);
  assert(now(CLOCK_REALTIME) - wall > 0.019);
  assert(time(NULL) > 1000000000);
  return 0;
}
