// Peterson's algorithm with its first two lines exchanged.
// expect: verdict=bug kind=assertion
//
// A thread that may not enter at the first look gives up, so that every run ends.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int wants[2], turn;
static atomic_int inside;

static void user(int me) {
  int other = 1 - me;
  atomic_store(&turn, other);
  atomic_store(&wants[me], 1);
  if (!(atomic_load(&wants[other]) && atomic_load(&turn) == other)) {
    assert(atomic_exchange(&inside, 1) == 0);
    atomic_store(&inside, 0);
  }
  atomic_store(&wants[me], 0);
}

static void first(void) { user(0); }
static void second(void) { user(1); }

int main(void) {
  run2(first, second);
  return 0;
}
