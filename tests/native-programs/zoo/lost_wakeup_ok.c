// Lost wake-up, fixed: the flag is looked at under the lock.
// expect: verdict=clean
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void consumer(void) {
  pthread_mutex_lock(&m);
  while (!atomic_load(&ready)) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}

static void producer(void) {
  atomic_store(&ready, 1);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(consumer, producer);
  return 0;
}
