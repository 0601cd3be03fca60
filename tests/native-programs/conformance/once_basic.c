// The routine runs once, and is over before anybody's pthread_once returns.
// expect: verdict=clean executions=6
// preload: yes
//
// The three entries are ordered, 3!; the leave follows the first of them at once, for the others
// wait for it.
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
