// SPDX-License-Identifier: Apache-2.0
/* Treiber's stack as a list of free nodes, for ever, which is where ABA is at home: one thread
 * takes a node and gives it back, the other takes two and gives both back. Proved: no node is ever
 * given to two. -D BUG: nodes are given back without a look at the other's hazard pointer, so that
 * what was read as the second node may no longer be. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "forever.h"

#define NOTHING (-1)

static atomic_int next[2] = {1, NOTHING};
static atomic_int top = 0;
static atomic_int hazard[2] = {NOTHING, NOTHING};
static atomic_int is_taken[2];

static int take(int me) {
  for (;;) {
    int node = atomic_load(&top);
    if (node == NOTHING) return NOTHING;
    atomic_store(&hazard[me], node);
    if (atomic_load(&top) == node &&
        atomic_compare_exchange_strong(&top, &node, atomic_load(&next[node]))) {
      atomic_store(&hazard[me], NOTHING);
      assert(atomic_exchange(&is_taken[node], 1) == 0);
      return node;
    }
    atomic_store(&hazard[me], NOTHING);
  }
}

static void give_back(int me, int node) {
  if (node == NOTHING) return;
  atomic_store(&is_taken[node], 0);
#ifndef BUG
  while (atomic_load(&hazard[1 - me]) == node) {
  }
#endif
  int old = atomic_load(&top);
  do {
    atomic_store(&next[node], old);
  } while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void* takes_one(void* unused) {
  FOR_EVER { give_back(0, take(0)); }
  return unused;
}

static void* takes_two(void* unused) {
  FOR_EVER {
    int first = take(1), second = take(1);
    give_back(1, first);
    give_back(1, second);
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, takes_one, 0);
  pthread_create(&t[1], 0, takes_two, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
