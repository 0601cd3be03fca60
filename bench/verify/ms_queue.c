// SPDX-License-Identifier: Apache-2.0
/* The queue of Michael and Scott: two threads put one value each in and take one out, whichever it
 * is. Proved: both values come out, each once, in the order in which they were linked. -D BUG: a
 * node is linked behind the last one by a store, over one that was linked since the look. */
#include <assert.h>
#include <stdatomic.h>

#include "workers.h"

struct node {
  _Atomic(struct node*) next;
  int value;
};

static struct node dummy;
static struct node nodes[N];
static _Atomic(struct node*) head = &dummy;
static _Atomic(struct node*) tail = &dummy;
static atomic_int taken[N];

static void put(struct node* node) {
  for (;;) {
    struct node* last = atomic_load(&tail);
    struct node* next = atomic_load(&last->next);
    if (next != 0) { /* another thread linked a node and has not moved the tail yet: help */
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
#ifndef BUG
    if (!atomic_compare_exchange_strong(&last->next, &next, node)) continue;
#else
    atomic_store(&last->next, node);
#endif
    atomic_compare_exchange_strong(&tail, &last, node);
    return;
  }
}

/* Minus one if the queue is empty. */
static int take(void) {
  for (;;) {
    struct node* first = atomic_load(&head);
    struct node* last = atomic_load(&tail);
    struct node* next = atomic_load(&first->next);
    if (next == 0) return -1;
    if (first == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    int value = next->value;
    if (atomic_compare_exchange_strong(&head, &first, next)) return value;
  }
}

static void* worker(void* number) {
  long me = (long)number;
  nodes[me].value = (int)me;
  put(&nodes[me]);
  int value = take();
  assert(value >= 0); /* no thread takes more than it put in before */
  assert(atomic_fetch_add(&taken[value], 1) == 0);
  return 0;
}
