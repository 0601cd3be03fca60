// skein_assume: what does not hold ends the thread without a complaint.
// expect: verdict=clean executions=2 blocked=2
// needs: skein.h
//
// 4 values: the even ones are executions, the odd ones are given up (blocked).
#define _GNU_SOURCE
#include <skein/skein.h>

#include "../support/spawn.h"

int main(void) {
  int x = (int)skein_choose(4);
  skein_yield();
  skein_assume(x % 2 == 0);
  skein_assert(x == 0 || x == 2);
  return 0;
}
