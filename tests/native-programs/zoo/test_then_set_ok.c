// A home-made lock that tests and sets in one step.
// expect: verdict=clean executions=4
//
// As mutex_trylock.c: 4.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_flag is_locked = ATOMIC_FLAG_INIT;
static atomic_int inside;

static void user(void) {
  if (atomic_flag_test_and_set(&is_locked)) return;
  assert(atomic_exchange(&inside, 1) == 0);
  atomic_store(&inside, 0);
  atomic_flag_clear(&is_locked);
}

int main(void) {
  run2(user, user);
  return 0;
}
