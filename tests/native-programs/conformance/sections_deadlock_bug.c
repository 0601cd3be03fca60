// Two locks in opposite orders: both are ordinary locks, and the deadlock is found.
// expect: verdict=bug kind=deadlock executions=3 deadlocks=1
//
// One thread after the other, in two orders; or each gets its first lock.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int a;

static void both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  a++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void one(void) { both(&m, &k); }
static void other(void) { both(&k, &m); }

int main(void) {
  run2(one, other);
  return 0;
}
