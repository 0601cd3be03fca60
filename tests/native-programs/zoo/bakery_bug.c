// Lamport's bakery without "I am choosing a number": two can have the same idea of who is first.
// expect: verdict=bug kind=assertion
//
// A thread that may not enter at the first look gives up, so that every run ends.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int number[2];
static atomic_int inside;

static void user(int me) {
  int other = 1 - me;
  int mine = atomic_load(&number[other]) + 1;
  atomic_store(&number[me], mine);
  int theirs = atomic_load(&number[other]);
  if (theirs == 0 || mine < theirs || (mine == theirs && me < other)) {
    assert(atomic_exchange(&inside, 1) == 0);
    atomic_store(&inside, 0);
  }
  atomic_store(&number[me], 0);
}

static void first(void) { user(0); }
static void second(void) { user(1); }

int main(void) {
  run2(first, second);
  return 0;
}
