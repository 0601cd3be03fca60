// A work-stealing deque whose owner takes the last item without a compare-and-exchange: it is taken
// twice.
// expect: verdict=bug kind=assertion
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int top, bottom = 1;  // one item, number 0
static atomic_int taken;

static void owner(void) {
  int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t <= b) {
    assert(atomic_fetch_add(&taken, 1) == 0);
  } else {
    atomic_store(&bottom, b + 1);
  }
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
  return 0;
}
