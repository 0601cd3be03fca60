// A ticket lock whose tickets have one bit: the third one gets the number of the first one.
// expect: verdict=bug kind=assertion
//
// A thread not served after three looks gives up, so that every run ends.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

enum { kMask = 1 };

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
