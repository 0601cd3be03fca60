// The textbook: wait in a loop, signal under the lock.
// expect: verdict=clean executions=2
// preload: yes
//
// If the producer's section comes first the consumer does not wait; else it waits, and wakes after
// the producer's unlock. 2.
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
  run2(consumer, producer);
  return 0;
}
