// A new number is made in two steps: add, then read.
// expect: verdict=bug kind=assertion executions=3 violations=1
//
// As last_one_bug.c: 3 classes; in one of them each reads after the other's addition, and both have
// number 2.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int last_id;
static int ids[2];

static int new_id(void) {
  atomic_fetch_add(&last_id, 1);
  return atomic_load(&last_id);
}

static void first(void) { ids[0] = new_id(); }
static void second(void) { ids[1] = new_id(); }

int main(void) {
  run2(first, second);
  assert(ids[0] != ids[1]);
  return 0;
}
