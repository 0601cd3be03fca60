// A race that the order of two sections hides: only if the second thread's section comes first are
// the writes of x not ordered by the lock.
// expect: verdict=bug kind=race executions=2
// needs: memory
//
// The sections have nothing in common and order nothing. Of the two writes, either comes first.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b, x;

static void writes_before(void) {
  x = 1;
  pthread_mutex_lock(&m);
  a = 1;
  pthread_mutex_unlock(&m);
}

static void writes_after(void) {
  pthread_mutex_lock(&m);
  b = 1;
  pthread_mutex_unlock(&m);
  x = 2;
}

int main(void) {
  run2(writes_before, writes_after);
  return 0;
}
