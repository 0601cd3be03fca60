// The callback is called after the unlock.
// expect: verdict=clean executions=3
// options: --reduce=outcome
// preload: yes
//
// Two sections of one thread, one of the other: C(3,1).
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int listeners = 1, events;

static void unsubscribe(void) {
  pthread_mutex_lock(&m);
  listeners--;
  pthread_mutex_unlock(&m);
}

static void notify(void) {
  pthread_mutex_lock(&m);
  int has_listener = listeners > 0;
  pthread_mutex_unlock(&m);
  if (has_listener) unsubscribe();
}

static void other(void) {
  pthread_mutex_lock(&m);
  events++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(notify, other);
  assert(listeners == 0);
  return 0;
}
