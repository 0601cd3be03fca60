// A home-made lock that tests and then sets.
// expect: verdict=bug kind=assertion
//
// A thread that finds it locked gives up.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int is_locked, inside;

static void user(void) {
  if (atomic_load(&is_locked)) return;
  atomic_store(&is_locked, 1);
  assert(atomic_exchange(&inside, 1) == 0);
  atomic_store(&inside, 0);
  atomic_store(&is_locked, 0);
}

int main(void) {
  run2(user, user);
  return 0;
}
