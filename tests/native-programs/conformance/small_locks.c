// Locks of four bytes next to other variables: on the heap, in arrays, unions and structures.
// expect: verdict=clean executions=2
//
// All is done under the first spin lock, by two threads: two orders.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

struct Part {
  pthread_spinlock_t lock;
  int value;
  pthread_once_t once;
  char tag;
};

union Both {
  struct {
    int value;
    pthread_spinlock_t lock;
  } parts;
  long whole;
};

static struct Part* heap;
static pthread_spinlock_t* pair;
static union Both both[2];
static int calls;

static void call(void) { calls++; }

static void work(void) {
  pthread_spin_lock(&heap[1].lock);
  heap[1].value++;
  heap[0].tag++;
  pthread_once(&heap[1].once, call);
  pthread_spin_lock(&pair[0]);
  pthread_spin_lock(&pair[1]);
  both[1].parts.value++;
  pthread_spin_unlock(&pair[0]);
  pthread_spin_lock(&both[1].parts.lock);
  both[1].parts.value++;
  pthread_spin_unlock(&both[1].parts.lock);
  pthread_spin_unlock(&pair[1]);
  pthread_spin_unlock(&heap[1].lock);
}

int main(void) {
  heap = calloc(2, sizeof *heap);
  pair = calloc(2, sizeof *pair);
  for (int i = 0; i < 2; i++) {
    pthread_spin_init(&heap[i].lock, 0);
    pthread_spin_init(&pair[i], 0);
    pthread_spin_init(&both[i].parts.lock, 0);
    heap[i].value = both[i].parts.value = heap[i].tag = 5;
  }
  run2(work, work);
  assert(heap[1].value == 7 && heap[0].tag == 7 && both[1].parts.value == 9 && calls == 1);
  for (int i = 0; i < 2; i++) {
    pthread_spin_destroy(&heap[i].lock);
    pthread_spin_destroy(&pair[i]);
  }
  free(heap);
  free((void*)pair);
  return 0;
}
