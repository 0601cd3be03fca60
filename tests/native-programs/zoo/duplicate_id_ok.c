// The addition says which number it made.
// expect: verdict=clean executions=2
//
// 2 orders.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int last_id;
static int ids[2];

static int new_id(void) { return atomic_fetch_add(&last_id, 1) + 1; }

static void first(void) { ids[0] = new_id(); }
static void second(void) { ids[1] = new_id(); }

int main(void) {
  run2(first, second);
  assert(ids[0] != ids[1]);
  return 0;
}
