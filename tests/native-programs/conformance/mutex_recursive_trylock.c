// The holder's trylock of a recursive mutex succeeds, another thread's fails.
// expect: verdict=clean executions=3
// preload: yes
//
// Holder: lock, trylock (succeeds), unlock, unlock; the inner two are not steps, as no other one
// can see them. The other one's try comes before the lock (it succeeds, and the holder waits for
// its unlock), fails while it is held, or succeeds after the last unlock. 1 + 1 + 1.
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
