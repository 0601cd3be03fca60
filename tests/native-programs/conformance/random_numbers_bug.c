// The numbers of a thread are the same in every run and every process, whatever the order in which
// the creators of threads reach the creation: the bug depends on them, and must repeat.
// expect: verdict=bug kind=assertion
// native: no
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "../support/spawn.h"

static atomic_int steps;
static atomic_int order;

static void leaf(void) {
  for (int i = rand() % 4; i > 0; --i) atomic_fetch_add(&steps, 1);
}

static void first(void) {
  atomic_fetch_add(&order, 1);
  join(spawn(leaf));
}

static void second(void) {
  const int place = atomic_fetch_add(&order, 1);
  join(spawn(leaf));
  assert(place != 0);
}

int main(void) { run2(first, second); }
