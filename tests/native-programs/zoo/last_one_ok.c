// The decrement itself says who is last.
// expect: verdict=clean executions=2
//
// 2 orders.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int working = 2;
static int finishes[2];

static void work(int who) { finishes[who] = atomic_fetch_sub(&working, 1) == 1; }

static void first(void) { work(0); }
static void second(void) { work(1); }

int main(void) {
  run2(first, second);
  assert(finishes[0] + finishes[1] == 1);
  return 0;
}
