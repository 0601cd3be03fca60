// localtime returns a buffer that the next call overwrites, in whichever thread.
// expect: verdict=bug kind=race
// needs: memory
//
// The buffer is written by two threads without any order.
#define _GNU_SOURCE
#include <time.h>

#include "../support/spawn.h"

static void worker(void) {
  const time_t moment = 1000;
  volatile int second = localtime(&moment)->tm_sec;
  (void)second;
}

int main(void) {
  run2(worker, worker);
  return 0;
}
