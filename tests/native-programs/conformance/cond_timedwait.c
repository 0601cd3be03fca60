// A timed wait ends by the signal or by the timeout.
// expect: verdict=clean executions=4
// preload: yes
//
// The producer's section first: no wait. Else the wait ends before that section (timeout) or after
// it; it cannot end inside, for it needs the mutex. After it, it was signalled, or it had timed out
// before and had to wait for the mutex. 4.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void consumer(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  pthread_mutex_lock(&m);
  if (!ready) {
    int result = pthread_cond_timedwait(&c, &m, &until);
    assert(result == 0 || result == ETIMEDOUT);
    assert(ready || result == ETIMEDOUT);
  }
  pthread_mutex_unlock(&m);
}

static void producer(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(consumer, producer);
  return 0;
}
