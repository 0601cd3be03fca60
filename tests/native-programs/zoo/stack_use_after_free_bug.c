// A lock-free stack frees a node that another thread still looks at.
// expect: verdict=bug kind=crash|memory|race
// needs: memory
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>

#include "../support/spawn.h"

struct Node {
  _Atomic(struct Node*) next;
};

static _Atomic(struct Node*) top;

static void push(void) {
  struct Node* node = malloc(sizeof *node);
  struct Node* seen = atomic_load(&top);
  do {
    atomic_store(&node->next, seen);
  } while (!atomic_compare_exchange_strong(&top, &seen, node));
}

static void pop(void) {
  struct Node* node = atomic_load(&top);
  while (node != NULL) {
    struct Node* after = atomic_load(&node->next);  // the node may be free by now
    if (atomic_compare_exchange_strong(&top, &node, after)) {
      free(node);
      return;
    }
  }
}

int main(void) {
  push();
  push();
  run2(pop, pop);
  return 0;
}
