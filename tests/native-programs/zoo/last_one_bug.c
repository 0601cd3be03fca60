// "Am I the last one?" asked after the decrement, not with it: two say yes.
// expect: verdict=bug kind=assertion executions=3 violations=1
//
// Each decrements, then loads; the order of the decrements is not observable. A's load comes before
// B's decrement (only B is last), or B's before A's (only A is), or each comes after the other's
// decrement (both are last).
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int working = 2;
static int finishes[2];

static void work(int who) {
  atomic_fetch_sub(&working, 1);
  if (atomic_load(&working) == 0) finishes[who] = 1;
}

static void first(void) { work(0); }
static void second(void) { work(1); }

int main(void) {
  run2(first, second);
  assert(finishes[0] + finishes[1] == 1);
  return 0;
}
