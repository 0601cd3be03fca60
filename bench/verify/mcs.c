// SPDX-License-Identifier: Apache-2.0
/* The queue lock of Mellor-Crummey and Scott, for ever: each waits at a flag of its own, and the
 * thread that leaves wakes the next in the queue. Proved: never two inside, and no wait without an
 * end. -D BUG: a thread joins the queue before it raises its flag, and may be woken in between. */
#include <stdatomic.h>

#include "forever.h"
#include "inside.h"
#include "workers.h"

struct node {
  _Atomic(struct node*) next;
  atomic_int waits;
};

static struct node nodes[N];
static _Atomic(struct node*) tail;

static void lock(struct node* me) {
  atomic_store(&me->next, 0);
  struct node* before = atomic_exchange(&tail, me);
  if (before == 0) return;
#ifndef BUG
  atomic_store(&me->waits, 1);
  atomic_store(&before->next, me);
#else
  atomic_store(&before->next, me);
  atomic_store(&me->waits, 1);
#endif
  while (atomic_load(&me->waits)) {
  }
}

static void unlock(struct node* me) {
  if (atomic_load(&me->next) == 0) {
    struct node* last = me;
    if (atomic_compare_exchange_strong(&tail, &last, 0)) return;
    while (atomic_load(&me->next) == 0) {
    }
  }
  atomic_store(&atomic_load(&me->next)->waits, 0);
}

static void* worker(void* number) {
  struct node* me = &nodes[(long)number];
  FOR_EVER {
    lock(me);
    critical();
    unlock(me);
  }
  return 0;
}
