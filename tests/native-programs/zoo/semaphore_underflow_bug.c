// A home-made semaphore: looks, then takes.
// expect: verdict=bug kind=assertion
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int permits = 1;

static void attempt(void) {
  if (atomic_load(&permits) > 0) {
    int before = atomic_fetch_sub(&permits, 1);
    assert(before > 0);
    atomic_fetch_add(&permits, 1);
  }
}

int main(void) {
  run2(attempt, attempt);
  return 0;
}
