// A hash table with one lock: N threads insert a key each into B buckets, and look it up.
// expect: N=5 B=5 verdict=clean executions=1
// expect: N=4 B=2 verdict=clean executions=36
// expect: N=2 B=1 verdict=clean executions=6
//
// A thread has two sections, both in the bucket of its key. Of the two threads of a bucket they
// come in C(4, 2) = 6 orders, and buckets have nothing in common.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

struct node {
  int key;
  struct node* next;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node* buckets[8];
static int b;

static void insert(int key) {
  pthread_mutex_lock(&m);
  struct node* added = malloc(sizeof(*added));
  added->key = key;
  added->next = buckets[key % b];
  buckets[key % b] = added;
  pthread_mutex_unlock(&m);
}

static int has(int key) {
  pthread_mutex_lock(&m);
  const struct node* n = buckets[key % b];
  while (n != NULL && n->key != key) n = n->next;
  pthread_mutex_unlock(&m);
  return n != NULL;
}

static void* use(void* number) {
  const int key = (int)(intptr_t)number;
  insert(key);
  assert(has(key));
  return NULL;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  b = argc > 2 ? atoi(argv[2]) : 1;
  pthread_t threads[8];
  for (int i = 0; i < n; ++i) pthread_create(&threads[i], NULL, use, (void*)(intptr_t)i);
  for (int i = 0; i < n; ++i) join(threads[i]);
  return 0;
}
