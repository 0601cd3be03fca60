// An access outside of the lock sees the middle of a section. That is a race; and the section is
// never seen to be half done by who has taken the lock.
// expect: verdict=bug kind=race violations=0
// needs: memory
//
// The assertion never fails: a reader of x waits for the end of the section. Executions not
// counted: the accesses to x are steps, and so the lock is ordinary.
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
