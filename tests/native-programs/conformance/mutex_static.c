// PTHREAD_MUTEX_INITIALIZER and the recursive and errorcheck initialisers of GNU.
// expect: verdict=clean executions=8
// options: --reduce=outcome
// preload: yes
//
// Both threads take three independent mutexes in the same order: each mutex has 2 orders, and no
// combination is cyclic (a cycle would need the two threads to take them in different orders): 2^3.
#include "../support/spawn.h"

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void take(pthread_mutex_t* m) {
  assert(pthread_mutex_lock(m) == 0);
  assert(pthread_mutex_unlock(m) == 0);
}

static void take_all(void) {
  take(&normal);
  take(&recursive);
  take(&errorcheck);
}

int main(void) {
  run2(take_all, take_all);
  return 0;
}
