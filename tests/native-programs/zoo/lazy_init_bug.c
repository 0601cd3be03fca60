// Lazy initialisation without a lock: two instances.
// expect: verdict=bug kind=assertion
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int instance, created;

static void use(void) {
  if (atomic_load(&instance) == 0) {
    atomic_fetch_add(&created, 1);
    atomic_store(&instance, 1);
  }
}

int main(void) {
  run2(use, use);
  assert(atomic_load(&created) == 1);
  return 0;
}
