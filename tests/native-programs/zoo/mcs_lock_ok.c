// An MCS lock.
// expect: verdict=clean
// needs: spin
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

struct Node {
  _Atomic(struct Node*) next;
  atomic_int is_waiting;
};

static _Atomic(struct Node*) tail;
static atomic_int inside;

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
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return;
    while ((after = atomic_load(&mine->next)) == NULL) {
    }
  }
  atomic_store(&after->is_waiting, 0);
}

static struct Node nodes[2];

static void use(struct Node* mine) {
  acquire(mine);
  assert(atomic_exchange(&inside, 1) == 0);
  atomic_store(&inside, 0);
  release(mine);
}

static void first(void) { use(&nodes[0]); }
static void second(void) { use(&nodes[1]); }

int main(void) {
  run2(first, second);
  return 0;
}
