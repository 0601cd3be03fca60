// getpwuid returns a buffer that the next call overwrites, in whichever thread.
// expect: verdict=bug kind=race
// needs: memory
//
// The buffer is written by two threads without any order.
#define _GNU_SOURCE
#include <pwd.h>

#include "../support/spawn.h"

static void worker(void) {
  volatile unsigned group = getpwuid(0)->pw_gid;
  (void)group;
}

int main(void) {
  run2(worker, worker);
  return 0;
}
