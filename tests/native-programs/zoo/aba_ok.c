// The stack's top has a counter next to it that never comes back.
// expect: verdict=clean
//
// The top is node + 16 * number of changes.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int top = 1;
static atomic_int next[3] = {0, 2, 0};
static atomic_int owners[3];

static int pop(void) {
  for (;;) {
    int seen = atomic_load(&top);
    int node = seen % 16;
    if (node == 0) return 0;
    int after = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &seen, seen - node + 16 + after)) {
      assert(atomic_fetch_add(&owners[node], 1) == 0);
      return node;
    }
  }
}

static void push(int node) {
  atomic_fetch_sub(&owners[node], 1);
  int seen = atomic_load(&top);
  do {
    atomic_store(&next[node], seen % 16);
  } while (!atomic_compare_exchange_strong(&top, &seen, seen - seen % 16 + 16 + node));
}

static void one(void) {
  pop();
  pop();
}

static void other(void) {
  int a = pop();
  pop();
  if (a != 0) push(a);
}

int main(void) {
  run2(one, other);
  return 0;
}
