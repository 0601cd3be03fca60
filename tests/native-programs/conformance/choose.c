// skein_choose: every value is explored.
// expect: verdict=clean executions=6
// needs: skein.h
//
// 2 values in one thread, 3 in another, independent of each other: 2 * 3.
#define _GNU_SOURCE
#include <skein/skein.h>

#include "../support/spawn.h"

static int a, b;

static void two(void) { a = (int)skein_choose(2); }
static void three(void) { b = (int)skein_choose(3); }

int main(void) {
  run2(two, three);
  assert(a >= 0 && a < 2 && b >= 0 && b < 3);
  return 0;
}
