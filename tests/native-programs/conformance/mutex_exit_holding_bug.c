// A thread ends with a mutex locked: who comes later waits for ever.
// expect: verdict=bug kind=deadlock executions=2 deadlocks=1
// preload: yes
//
// The orders of the two locks; in one of them the second thread never gets the mutex.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void forgetful(void) { pthread_mutex_lock(&m); }

static void careful(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(forgetful, careful);
  return 0;
}
