// A section that locks a mutex begins only when it can get it.
// expect: verdict=clean executions=2
// native: no
//
// The section comes before the other critical section, or after it.
#include "../support/spawn.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void section(void) {
  __VERIFIER_atomic_begin();
  x = 1;
  pthread_mutex_lock(&m);
  x = 2;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
}

static void other(void) {
  pthread_mutex_lock(&m);
  y++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(section, other);
  assert(x == 2 && y == 1);
  return 0;
}
