// A broadcast for two kinds of waiters.
// expect: verdict=clean
// preload: yes
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stage;

static void wait_for_stage(int wanted) {
  pthread_mutex_lock(&m);
  while (stage != wanted) pthread_cond_wait(&changed, &m);
  stage++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
}

static void second(void) { wait_for_stage(1); }
static void third(void) { wait_for_stage(2); }
static void first(void) { wait_for_stage(0); }

int main(void) {
  run3(third, second, first);
  assert(stage == 3);
  return 0;
}
