// Constructors run before main, destructors after it, in every run again.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one lock. The counters show that each run starts from the same state.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int constructed, n;

__attribute__((constructor)) static void construct(void) { constructed++; }

__attribute__((destructor)) static void destruct(void) {
  assert(constructed == 1);
  assert(n == 2);
}

static void add(void) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  assert(constructed == 1);
  assert(n == 0);
  run2(add, add);
  return 0;
}
