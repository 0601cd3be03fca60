// SPDX-License-Identifier: Apache-2.0
/* Treiber's stack on the heap, its popped nodes freed once no hazard pointer leads there. Two
 * threads push one value each and pop one. Proved: no node is used after it was freed, and each
 * value comes out once. -D BUG: popped nodes are freed at once. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "workers.h"

struct node {
  struct node* next;
  int value;
};

static _Atomic(struct node*) top;
static _Atomic(struct node*) hazard[N]; /* what each thread is looking at */
static atomic_int popped[N];

static void push(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  struct node* old = atomic_load(&top);
  do {
    node->next = old;
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static int pop(long me) {
  for (;;) {
    struct node* node = atomic_load(&top);
    atomic_store(&hazard[me], node);
    if (atomic_load(&top) != node) continue;
    struct node* rest = node->next;
    if (!atomic_compare_exchange_strong(&top, &node, rest)) continue;
    atomic_store(&hazard[me], 0);
    int value = node->value;
#ifndef BUG
    for (long other = 0; other < N; other++) {
      while (atomic_load(&hazard[other]) == node) {
      }
    }
#endif
    free(node);
    return value;
  }
}

static void* worker(void* number) {
  long me = (long)number;
  push((int)me);
  assert(atomic_fetch_add(&popped[pop(me)], 1) == 0);
  return 0;
}
