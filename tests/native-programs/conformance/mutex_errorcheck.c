// An errorcheck mutex says what is wrong instead of hanging: that is its meaning, not a bug.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one mutex, with a failing lock inside: 2 orders. (The failing calls are made
// while the mutex is held, or by main alone, so they add no order.)
#include "../support/spawn.h"

static pthread_mutex_t m;

static void section(void) {
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_unlock(&m) == 0);
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attr);
  assert(pthread_mutex_unlock(&m) == EPERM);
  run2(section, section);
  assert(pthread_mutex_unlock(&m) == EPERM);
  return 0;
}
