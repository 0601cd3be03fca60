// Dining philosophers: each takes the left fork first.
// expect: verdict=bug kind=deadlock executions=7 deadlocks=1
// preload: yes
//
// Each of 3 forks goes to one of its two neighbours first: 2^3 combinations. All to the left
// neighbour: deadlock. All to the right one is impossible: each would have to have eaten
// before another one. 8 - 1.
#include "../support/spawn.h"

static pthread_mutex_t fork_[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void dine(int i) {
  pthread_mutex_lock(&fork_[i]);
  pthread_mutex_lock(&fork_[(i + 1) % 3]);
  pthread_mutex_unlock(&fork_[(i + 1) % 3]);
  pthread_mutex_unlock(&fork_[i]);
}

static void first(void) { dine(0); }
static void second(void) { dine(1); }
static void third(void) { dine(2); }

int main(void) {
  run3(first, second, third);
  return 0;
}
