// A spin lock excludes as a mutex does.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one lock.
#include "../support/spawn.h"

static pthread_spinlock_t s;
static int n;

static void add(void) {
  assert(pthread_spin_lock(&s) == 0);
  n++;
  assert(pthread_spin_unlock(&s) == 0);
}

int main(void) {
  assert(pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE) == 0);
  run2(add, add);
  assert(n == 2);
  assert(pthread_spin_destroy(&s) == 0);
  return 0;
}
