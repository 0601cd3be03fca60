// A recursive mutex is taken twice by its holder.
// expect: verdict=clean executions=2
// preload: yes
//
// The inner lock never waits; the mutex is free again only after the second unlock. So the two
// sections are ordered as with a normal mutex: 2.
#include "../support/spawn.h"

static pthread_mutex_t m;
static int n;

static void add(void) {
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == 0);
  int seen = n;
  assert(pthread_mutex_unlock(&m) == 0);
  n = seen + 1;  // still ours
  assert(pthread_mutex_unlock(&m) == 0);
}

int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attr);
  pthread_mutexattr_destroy(&attr);
  run2(add, add);
  assert(n == 2);
  return 0;
}
