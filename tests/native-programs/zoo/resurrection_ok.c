// A weak reference becomes strong only if the count is still above zero.
// expect: verdict=clean
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int strong = 1;

static void owner(void) { atomic_fetch_sub(&strong, 1); }

static void observer(void) {
  int seen = atomic_load(&strong);
  while (seen != 0) {
    if (atomic_compare_exchange_strong(&strong, &seen, seen + 1)) {
      assert(seen > 0);
      return;
    }
  }
}

int main(void) {
  run2(owner, observer);
  return 0;
}
