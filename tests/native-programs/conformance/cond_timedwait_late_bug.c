// A timed wait times out, and before it has its mutex back another thread does all it was waiting
// for: the signal wakes no thread, and the wait returns ETIMEDOUT although the condition holds.
// expect: verdict=bug kind=assertion executions=4
// preload: yes
//
// As cond_timedwait.c: 4. The assertion fails in one of them.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void consumer(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  pthread_mutex_lock(&m);
  if (!ready && pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT) assert(!ready);
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
