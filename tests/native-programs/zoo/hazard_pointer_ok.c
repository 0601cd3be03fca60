// A hazard pointer; the reader looks again, and gives up if the node has gone.
// expect: verdict=clean
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

struct Node {
  atomic_int is_reclaimed;
};

static struct Node old_node, new_node;
static _Atomic(struct Node*) current = &old_node;
static _Atomic(struct Node*) hazard;

static void reader(void) {
  struct Node* node = atomic_load(&current);
  atomic_store(&hazard, node);
  if (atomic_load(&current) == node) assert(!atomic_load(&node->is_reclaimed));
  atomic_store(&hazard, NULL);
}

static void writer(void) {
  struct Node* node = atomic_exchange(&current, &new_node);
  if (atomic_load(&hazard) != node) atomic_store(&node->is_reclaimed, 1);
}

int main(void) {
  run2(reader, writer);
  return 0;
}
