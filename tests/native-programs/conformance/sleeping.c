// Sleeping threads are simply enabled: no schedule is excluded by the length of a sleep.
// expect: verdict=bug kind=assertion executions=2 violations=1
//
// The store of the one who sleeps longer comes first in one of 2 traces.
#define _GNU_SOURCE
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "../support/spawn.h"

static atomic_int x;

static void late(void) {
  struct timespec pause = {0, 300000000};
  nanosleep(&pause, NULL);
  usleep(1000);
  atomic_store(&x, 1);
}

static void early(void) {
  sched_yield();
  atomic_store(&x, 2);
}

int main(void) {
  run2(late, early);
  assert(atomic_load(&x) == 1);
  return 0;
}
