// The failing trylock really happens: main asserts that it does not.
// expect: verdict=bug kind=assertion executions=4 violations=2
// preload: yes
//
// The 4 traces of mutex_trylock.c; one attempt fails in 2 of them.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void attempt(void) {
  if (pthread_mutex_trylock(&m) != 0) return;
  n++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(attempt, attempt);
  assert(n == 2);
  return 0;
}
