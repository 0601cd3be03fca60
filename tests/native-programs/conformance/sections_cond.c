// A lock with a condition variable is ordinary.
// expect: verdict=clean executions=2
//
// The signal comes first, and no thread waits; or the wait does.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void wait_for_it(void) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&changed, &m);
  pthread_mutex_unlock(&m);
}

static void say_it(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(wait_for_it, say_it);
  return 0;
}
