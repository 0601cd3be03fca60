// A lock is destroyed while a thread may use it: nothing orders the two, so it is ordinary.
// expect: verdict=bug kind=lock-misuse executions=3 violations=2
//
// The lock is destroyed before it is taken, while it is held, or after.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a;

static void uses(void) {
  pthread_mutex_lock(&m);
  a++;
  pthread_mutex_unlock(&m);
}

static void destroys(void) { pthread_mutex_destroy(&m); }

int main(void) {
  run2(uses, destroys);
  return 0;
}
