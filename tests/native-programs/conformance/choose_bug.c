// One combination of choices is wrong.
// expect: verdict=bug kind=assertion executions=6 violations=1
// needs: skein.h
//
// As choose.c.
#define _GNU_SOURCE
#include <skein/skein.h>

#include "../support/spawn.h"

static int a, b;

static void two(void) { a = (int)skein_choose(2); }
static void three(void) { b = (int)skein_choose(3); }

int main(void) {
  run2(two, three);
  skein_assert(!(a == 1 && b == 2));
  return 0;
}
