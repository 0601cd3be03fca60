// Two spin locks in one word of the heap, locked in both orders.
// expect: verdict=bug kind=deadlock
// native: no
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_spinlock_t* pair;

static void forward(void) {
  pthread_spin_lock(&pair[0]);
  pthread_spin_lock(&pair[1]);
  pthread_spin_unlock(&pair[1]);
  pthread_spin_unlock(&pair[0]);
}

static void backward(void) {
  pthread_spin_lock(&pair[1]);
  pthread_spin_lock(&pair[0]);
  pthread_spin_unlock(&pair[0]);
  pthread_spin_unlock(&pair[1]);
}

int main(void) {
  pair = calloc(2, sizeof *pair);
  pthread_spin_init(&pair[0], 0);
  pthread_spin_init(&pair[1], 0);
  run2(forward, backward);
  free((void*)pair);
  return 0;
}
