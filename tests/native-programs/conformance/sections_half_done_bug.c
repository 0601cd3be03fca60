// A thread reads without the lock what a section has half done, and then takes the lock: in reality
// it would wait there for the end of the section.
// expect: verdict=bug kind=race violations=0
// needs: memory
//
// The assertion never fails. The race shows only in some orders of the sections, when the lock is
// already known to have a conflict in c. The executions were not counted.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, c;

static void writes(void) {
  pthread_mutex_lock(&m);
  x = 1;
  c++;
  y = 1;
  pthread_mutex_unlock(&m);
}

static void looks(void) {
  pthread_mutex_lock(&m);
  const int is_first = c++ == 0;
  pthread_mutex_unlock(&m);
  if (!is_first) return;
  const int seen = x;
  pthread_mutex_lock(&m);
  c++;
  if (seen) assert(y == 1);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(writes, looks);
  return 0;
}
