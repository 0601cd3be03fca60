// ABA: a stack's top is the same again, but the stack is not.
// expect: verdict=bug kind=assertion
//
// Nodes 1 and 2 (1 on top). One thread pops; the other one pops both and pushes node 1 back. If it
// does so between the first one's look at node 1's successor and its exchange, node 2 comes back
// although it is in use.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int top = 1;
static atomic_int next[3] = {0, 2, 0};
static atomic_int owners[3];

static int pop(void) {
  for (;;) {
    int node = atomic_load(&top);
    if (node == 0) return 0;
    int after = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &node, after)) {
      assert(atomic_fetch_add(&owners[node], 1) == 0);
      return node;
    }
  }
}

static void push(int node) {
  atomic_fetch_sub(&owners[node], 1);
  int seen = atomic_load(&top);
  do {
    atomic_store(&next[node], seen);
  } while (!atomic_compare_exchange_strong(&top, &seen, node));
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
