// A lock-free stack whose nodes are freed when all are done.
// expect: verdict=clean
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

static void* pop(void* arg) {
  (void)arg;
  struct Node* node = atomic_load(&top);
  while (node != NULL) {
    struct Node* after = atomic_load(&node->next);
    if (atomic_compare_exchange_strong(&top, &node, after)) return node;
  }
  return NULL;
}

int main(void) {
  push();
  push();
  pthread_t t[2];
  void* nodes[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, pop, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], &nodes[i]);
  assert(nodes[0] != NULL && nodes[1] != NULL && nodes[0] != nodes[1]);
  free(nodes[0]);
  free(nodes[1]);
  return 0;
}
