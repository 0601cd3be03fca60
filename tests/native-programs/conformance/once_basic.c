// The routine runs once, and is over before anybody's pthread_once returns.
// expect: verdict=clean executions=3
// preload: yes
//
// One of three runs it; the others wait for it, find it done and only look.
#include "../support/spawn.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int n;

static void init(void) { n++; }

static void user(void) {
  assert(pthread_once(&once, init) == 0);
  assert(n == 1);
}

int main(void) {
  run3(user, user, user);
  return 0;
}
