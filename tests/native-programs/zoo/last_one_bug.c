// "Am I the last one?" asked after the decrement, not with it: two say yes.
// expect: verdict=bug kind=assertion executions=4 violations=2
//
// Each decrements, then loads. Say A decrements first (2 ways): A's load comes before B's decrement
// (not last) or after it (both are last).
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
