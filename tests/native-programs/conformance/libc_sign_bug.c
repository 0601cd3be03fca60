// lgamma leaves a sign in a variable of the whole process.
// expect: verdict=bug kind=race
// needs: memory
// libs: -lm
//
// signgam is written by two threads without any order.
#define _GNU_SOURCE
#include <math.h>

#include "../support/spawn.h"

static void worker(void) {
  volatile double x = 3.5;
  x = lgamma(x);
}

int main(void) {
  run2(worker, worker);
  return 0;
}
