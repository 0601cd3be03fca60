// An MCS lock whose release does not wait for a successor that has taken its place in the queue but
// not yet said so: the successor waits for ever.
// expect: verdict=bug kind=deadlock|livelock
// needs: spin
// native: never-ends
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

struct Node {
  _Atomic(struct Node*) next;
  atomic_int is_waiting;
};

static _Atomic(struct Node*) tail;

static void acquire(struct Node* mine) {
  atomic_store(&mine->next, NULL);
  atomic_store(&mine->is_waiting, 1);
  struct Node* before = atomic_exchange(&tail, mine);
  if (before == NULL) return;
  atomic_store(&before->next, mine);
  while (atomic_load(&mine->is_waiting)) {
  }
}

static void release(struct Node* mine) {
  struct Node* expected = mine;
  struct Node* after = atomic_load(&mine->next);
  if (after == NULL) {
    atomic_compare_exchange_strong(&tail, &expected, NULL);
    return;
  }
  atomic_store(&after->is_waiting, 0);
}

static struct Node nodes[2];

static void first(void) {
  acquire(&nodes[0]);
  release(&nodes[0]);
}

static void second(void) {
  acquire(&nodes[1]);
  release(&nodes[1]);
}

int main(void) {
  run2(first, second);
  return 0;
}
