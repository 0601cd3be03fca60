// The holder's trylock of a recursive mutex succeeds, another thread's fails.
// expect: verdict=clean executions=5
// preload: yes
//
// Holder: lock, trylock (succeeds), unlock, unlock. The other one's try comes before all of these
// (it succeeds, and the holder waits for its unlock), fails between two of the four (3 places), or
// succeeds after them. 1 + 3 + 1.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void holder(void) {
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_trylock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0);
}

static void other(void) {
  int result = pthread_mutex_trylock(&m);
  assert(result == 0 || result == EBUSY);
  if (result == 0) assert(pthread_mutex_unlock(&m) == 0);
}

int main(void) {
  run2(holder, other);
  return 0;
}
