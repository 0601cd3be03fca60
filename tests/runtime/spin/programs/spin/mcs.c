/* MCS lock: each waits on a node of its own. */
#include "spawn2.h"
typedef struct node {
  _Atomic(struct node*) next;
  atomic_int is_locked;
} node;
static _Atomic(node*) tail;
static node nodes[N];
static void body(int me) {
  node* mine = &nodes[me];
  atomic_store(&mine->is_locked, 1);
  node* before = atomic_exchange(&tail, mine);
  if (before) {
    atomic_store(&before->next, mine);
    while (atomic_load(&mine->is_locked)) {
    }
  }
  critical();
  if (!atomic_load(&mine->next)) {
    node* expected = mine;
    if (atomic_compare_exchange_strong(&tail, &expected, (node*)0)) return;
    while (!atomic_load(&mine->next)) {
    }
  }
  atomic_store(&atomic_load(&mine->next)->is_locked, 0);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
