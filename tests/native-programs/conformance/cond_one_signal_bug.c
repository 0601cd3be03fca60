// One signal for two waiters: the one not chosen sleeps for ever.
// expect: verdict=bug kind=deadlock executions=10 deadlocks=4
// preload: yes
//
// As cond_broadcast.c, but when both wait there are 2 orders of waiting times 2 choices, each a
// deadlock, and no order of waking. 2 + 2 * 2 + 4, the last 4 being deadlocks.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void consumer(void) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
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
  return 0;
}
