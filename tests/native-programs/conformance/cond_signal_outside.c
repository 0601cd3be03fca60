// The signal may also come after the unlock.
// expect: verdict=clean executions=2
// preload: yes
//
// As cond_signal.c: if the consumer waits, it wakes after the signal; if not, it never touches the
// condition variable and does not depend on the signal. 2.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int ready;

static void consumer(void) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}

static void producer(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&c);
}

int main(void) {
  assert(pthread_cond_init(&c, NULL) == 0);
  run2(consumer, producer);
  assert(pthread_cond_destroy(&c) == 0);
  return 0;
}
