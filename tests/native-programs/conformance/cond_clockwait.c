// As cond_timedwait.c with the clock named in the call.
// expect: verdict=clean executions=4
// preload: yes
//
// See cond_timedwait.c.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void consumer(void) {
  struct timespec until = soon(CLOCK_MONOTONIC);
  pthread_mutex_lock(&m);
  if (!ready) {
    int result = pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &until);
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
