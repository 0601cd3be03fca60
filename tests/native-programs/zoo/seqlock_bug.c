// A sequence lock whose reader does not look at the number again: a torn read.
// expect: verdict=bug kind=assertion
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_uint sequence;
static atomic_int x, y;

static void writer(void) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  atomic_fetch_add(&sequence, 1);
}

static void reader(void) {
  unsigned before = atomic_load(&sequence);
  if (before % 2 != 0) return;
  int seen_x = atomic_load(&x);
  int seen_y = atomic_load(&y);
  assert(seen_x == seen_y);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
