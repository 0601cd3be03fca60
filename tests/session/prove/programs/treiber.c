// SPDX-License-Identifier: Apache-2.0
// A stack without locks: push and pop by compare-and-swap in sections. BUG: pop does not compare.
// options: --races=off
#include "competition.h"
struct node {
  struct node* next;
  int value;
};
static struct node* top;
static int taken[2];

static _Bool __VERIFIER_atomic_swing(struct node* from, struct node* to) {
#ifndef BUG
  if (top != from) return 0;
#endif
  top = to;
  return 1;
}

static void push(int value) {
  struct node* const n = malloc(sizeof *n);
  if (n == 0) abort();
  n->value = value;
  while (1) {
    struct node* const old = top;
    n->next = old;
    if (__VERIFIER_atomic_swing(old, n)) return;
  }
}

static int pop(void) {
  while (1) {
    struct node* const old = top;
    if (old == 0) return 0;
    if (__VERIFIER_atomic_swing(old, old->next)) return old->value;
  }
}

static void* one(void* p) {
  taken[0] = pop();
  return p;
}
static void* two(void* p) {
  taken[1] = pop();
  return p;
}

int main(void) {
  pthread_t a, b;
  push(1);
  push(2);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(taken[0] + taken[1] == 3);
  return 0;
}
