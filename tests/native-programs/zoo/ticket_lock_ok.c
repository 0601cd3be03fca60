// A ticket lock with enough tickets.
// expect: verdict=clean
//
// A thread not served after two looks gives up, so that every run ends.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

enum { kMask = 3 };

static atomic_uint next_ticket, serving;
static atomic_int inside;

static void user(void) {
  unsigned mine = atomic_fetch_add(&next_ticket, 1) & kMask;
  for (int look = 0; look < 2; look++) {
    if ((atomic_load(&serving) & kMask) != mine) continue;
    assert(atomic_exchange(&inside, 1) == 0);
    atomic_store(&inside, 0);
    atomic_fetch_add(&serving, 1);
    return;
  }
}

int main(void) {
  run3(user, user, user);
  return 0;
}
