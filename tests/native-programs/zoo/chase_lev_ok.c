// A work-stealing deque: the last item is decided by a compare-and-exchange on top.
// expect: verdict=clean
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int top, bottom = 1;  // one item, number 0
static atomic_int taken;

static void owner(void) {
  int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t < b) {
    assert(atomic_fetch_add(&taken, 1) == 0);
    return;
  }
  if (t == b) {
    int expected = t;
    if (atomic_compare_exchange_strong(&top, &expected, t + 1)) {
      assert(atomic_fetch_add(&taken, 1) == 0);
    }
  }
  atomic_store(&bottom, b + 1);
}

static void thief(void) {
  int t = atomic_load(&top);
  int b = atomic_load(&bottom);
  if (t >= b) return;
  if (!atomic_compare_exchange_strong(&top, &t, t + 1)) return;
  assert(atomic_fetch_add(&taken, 1) == 0);
}

int main(void) {
  run2(owner, thief);
  assert(atomic_load(&taken) == 1);
  return 0;
}
