// Two threads work in phases, and one barrier is missing: the second phase of the first thread may
// come before the end of the other's first.
// expect: verdict=bug kind=assertion
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static pthread_barrier_t barrier;
static atomic_int first, second;

static void leader(void) {
  atomic_store(&first, 1);
  pthread_barrier_wait(&barrier);
  atomic_store(&first, 2);
  pthread_barrier_wait(&barrier);
}

static void follower(void) {
  pthread_barrier_wait(&barrier);
  atomic_store(&second, atomic_load(&first));
  pthread_barrier_wait(&barrier);
  assert(atomic_load(&second) == 1);
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  run2(leader, follower);
  return 0;
}
