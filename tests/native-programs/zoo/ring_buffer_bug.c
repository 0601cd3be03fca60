// A queue for one producer and one consumer: the index is published before the item.
// expect: verdict=bug kind=assertion
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int slot[2];
static atomic_int head, tail;

static void producer(void) {
  for (int item = 1; item <= 2; item++) {
    int t = atomic_load(&tail);
    atomic_store(&tail, t + 1);
    atomic_store(&slot[t % 2], item);
  }
}

static void consumer(void) {
  for (int look = 0; look < 2; look++) {
    int h = atomic_load(&head);
    if (h == atomic_load(&tail)) continue;
    assert(atomic_load(&slot[h % 2]) == h + 1);
    atomic_store(&head, h + 1);
  }
}

int main(void) {
  run2(producer, consumer);
  return 0;
}
