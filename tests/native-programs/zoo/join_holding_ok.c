// The lock is given back before the join.
// expect: verdict=clean executions=2
// preload: yes
//
// 2 orders of the sections.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void worker(void) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t = spawn(worker);
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  join(t);
  assert(n == 2);
  return 0;
}
