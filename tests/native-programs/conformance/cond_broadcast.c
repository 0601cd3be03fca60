// A broadcast wakes all who wait.
// expect: verdict=clean executions=10
// preload: yes
//
// Waiters before the producer's section: none: the 2 orders of the consumers' sections after
// it; one of them (2 ways): 2 orders of its wake and the other's section; both: 2 orders of waiting
// times 2 of waking. 2 + 2 * 2 + 4.
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
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run3(consumer, consumer, producer);
  return 0;
}
