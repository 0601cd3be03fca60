// Dining philosophers: the last one takes the right fork first.
// expect: verdict=clean executions=6
// options: --reduce=outcome
// preload: yes
//
// Each of 3 forks goes to one of its two neighbours first: 2^3. The two cyclic combinations
// (each before the next one, and the other way round) are impossible: 6.
#include "../support/spawn.h"

static pthread_mutex_t fork_[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void dine(int one, int other) {
  pthread_mutex_lock(&fork_[one]);
  pthread_mutex_lock(&fork_[other]);
  pthread_mutex_unlock(&fork_[other]);
  pthread_mutex_unlock(&fork_[one]);
}

static void first(void) { dine(0, 1); }
static void second(void) { dine(1, 2); }
static void third(void) { dine(0, 2); }

int main(void) {
  run3(first, second, third);
  return 0;
}
