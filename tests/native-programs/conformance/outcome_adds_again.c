// Two rounds with an atomic location that is set back by a plain write in between: what a compare-
// and-exchange finds is not what the last addition has left.
// expect: M=0 verdict=clean executions=4
// expect: M=1 verdict=clean executions=4
//
// In each round the exchange comes before the change or after it: 2^2.
#include <stdatomic.h>
#include <stdlib.h>

#include "../support/spawn.h"

static atomic_int x;
static int adds;

static void change(void) {
  if (adds) {
    atomic_fetch_add(&x, 1);
  } else {
    atomic_store(&x, 1);
  }
}

static void swap(void) {
  int expected = 0;
  if (!atomic_compare_exchange_strong(&x, &expected, 2)) assert(expected == 1);
}

int main(int argc, char** argv) {
  adds = argc > 1 && atoi(argv[1]) != 0;
  for (int round = 0; round < 2; ++round) {
    *(int*)&x = 0;
    run2(change, swap);
  }
  return 0;
}
