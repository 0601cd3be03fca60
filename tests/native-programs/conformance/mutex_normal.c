// Two threads, one critical section each.
// expect: verdict=clean executions=2
// preload: yes
//
// Lock and unlock write the mutex, so the sections are ordered: 2 traces.
#include "../support/spawn.h"

static pthread_mutex_t m;
static int n;

static void add(void) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_mutex_init(&m, NULL);
  run2(add, add);
  assert(n == 2);
  assert(pthread_mutex_destroy(&m) == 0);
  return 0;
}
