// A failed compare-and-exchange writes what it saw to `expected`. Here that is a global, and so
// each attempt is progress: after one that failed the next may succeed.
// expect: verdict=bug kind=assertion
// needs: spin
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int x;
static int expected;
static int is_taken;

static void changer(void) { atomic_store(&x, 5); }

static void taker(void) {
  while (!atomic_compare_exchange_strong(&x, &expected, 7)) {
  }
  is_taken = expected == 5;
}

int main(void) {
  run2(changer, taker);
  assert(!is_taken);
  return 0;
}
