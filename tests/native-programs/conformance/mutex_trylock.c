// Two threads try a mutex; a section each if they get it.
// expect: verdict=clean executions=4
// preload: yes
//
// Say A tries first (2 ways to say so): B tries before A's unlock and fails, or after it and
// succeeds. 2 * 2 = 4.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void attempt(void) {
  int result = pthread_mutex_trylock(&m);
  if (result == 0) {
    n++;
    pthread_mutex_unlock(&m);
  } else {
    assert(result == EBUSY);
  }
}

int main(void) {
  run2(attempt, attempt);
  assert(n == 1 || n == 2);
  return 0;
}
