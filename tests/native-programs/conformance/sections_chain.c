// A section that updates two words makes them one region.
// expect: verdict=clean executions=6
//
// The first and the last thread have nothing in common, so 4 of the 3! orders would do: a known
// weakness (docs/equivalence.md).
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void first(void) {
  pthread_mutex_lock(&m);
  a = 3 * a + 1;
  pthread_mutex_unlock(&m);
}

static void both(void) {
  pthread_mutex_lock(&m);
  a = 3 * a + 2;
  b = 3 * b + 2;
  pthread_mutex_unlock(&m);
}

static void last(void) {
  pthread_mutex_lock(&m);
  b = 3 * b + 3;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run3(first, both, last);
  return 0;
}
