// Lamport's bakery.
// expect: verdict=clean
//
// A thread that may not enter at the first look gives up, so that every run ends.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int is_choosing[2], number[2];
static atomic_int inside;

static void user(int me) {
  int other = 1 - me;
  atomic_store(&is_choosing[me], 1);
  int mine = atomic_load(&number[other]) + 1;
  atomic_store(&number[me], mine);
  atomic_store(&is_choosing[me], 0);
  if (!atomic_load(&is_choosing[other])) {
    int theirs = atomic_load(&number[other]);
    if (theirs == 0 || mine < theirs || (mine == theirs && me < other)) {
      assert(atomic_exchange(&inside, 1) == 0);
      atomic_store(&inside, 0);
    }
  }
  atomic_store(&number[me], 0);
}

static void first(void) { user(0); }
static void second(void) { user(1); }

int main(void) {
  run2(first, second);
  return 0;
}
