// Cleanup handlers run at pthread_exit, last to first.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections, each ended by a handler.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void add(void* amount) { n += *(int*)amount; }

static void user(void) {
  int amount = 1;
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_cleanup_push(add, &amount);
  pthread_exit(NULL);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
}

int main(void) {
  run2(user, user);
  assert(n == 2);
  return 0;
}
