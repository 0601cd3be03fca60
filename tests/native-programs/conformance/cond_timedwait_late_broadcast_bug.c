// A broadcast may come too late for one timed waiter and in time for the other.
// expect: verdict=bug kind=assertion executions=46
// preload: yes
//
// As cond_timedwait_all_late_bug.c, but if two sleep each may have timed out: 4 choices, not 3.
// 2 + 10 + 2 * 3 + 4 * 7.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, late, woken;

static void consumer(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  pthread_mutex_lock(&m);
  if (!ready) {
    int result = pthread_cond_timedwait(&c, &m, &until);
    if (ready && result == 0) ++woken;
    if (ready && result == ETIMEDOUT) ++late;
  }
  pthread_mutex_unlock(&m);
}

static void producer(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run3(consumer, consumer, producer);
  assert(late != 1 || woken != 1);
  return 0;
}
