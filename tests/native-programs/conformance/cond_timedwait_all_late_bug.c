// As cond_timedwait_late_bug.c with two waiters: the signal may be too late for both.
// expect: verdict=bug kind=assertion executions=42
// preload: yes
//
// Sections exclude each other, so an execution is their order and the choices of the signal. With S
// for the producer's, A and B for the consumers' first ones, a and b for what comes after waits:
// - S first: no waiter, 2 orders.
// - Only A before S (as many with B): A a S B; or A sleeps at S, is woken or has timed out, and
//   a and B come in 2 orders: 2 * (1 + 4).
// - Both before S, one waits after the other (2 ways): S finds the second (2 choices) or none: 3.
// - Both before S, asleep at the same time (4 ways): S finds two (wakes one, the other, or both had
//   timed out: 3), one (2) or none: 6.
//
// 2 + 10 + 2 * 3 + 4 * 6.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, late;

static void consumer(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  pthread_mutex_lock(&m);
  if (!ready && pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT && ready) ++late;
  pthread_mutex_unlock(&m);
}

static void producer(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run3(consumer, consumer, producer);
  assert(late != 2);
  return 0;
}
