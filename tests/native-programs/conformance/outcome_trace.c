// The same operations as in outcome_cas.c, as Mazurkiewicz traces: every one of them writes.
// expect: verdict=clean executions=24
// options: --reduce=trace
//
// Three compare-and-exchanges and a store: 4!.
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int x;

static void take(void) {
  int expected = 0;
  atomic_compare_exchange_strong(&x, &expected, 1);
}

static void store(void) { atomic_store(&x, 2); }

int main(void) {
  pthread_t threads[] = {spawn(take), spawn(take), spawn(take), spawn(store)};
  for (int i = 0; i < 4; ++i) join(threads[i]);
  return 0;
}
