// A home-made semaphore: takes only what it has seen.
// expect: verdict=clean
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int permits = 1;
static atomic_int inside;

static void attempt(void) {
  int seen = atomic_load(&permits);
  while (seen > 0) {
    if (atomic_compare_exchange_strong(&permits, &seen, seen - 1)) {
      assert(atomic_fetch_add(&inside, 1) == 0);
      atomic_fetch_sub(&inside, 1);
      atomic_fetch_add(&permits, 1);
      return;
    }
  }
}

int main(void) {
  run2(attempt, attempt);
  assert(atomic_load(&permits) == 1);
  return 0;
}
