// A signal without a waiter is lost.
// expect: verdict=bug kind=deadlock executions=2 deadlocks=1
// preload: yes
//
// The wait and the signal on one condition variable: signal first, and the waiter sleeps for ever.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void waiter(void) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}

static void signaller(void) { pthread_cond_signal(&c); }

int main(void) {
  run2(waiter, signaller);
  return 0;
}
