// A thread unlocks a mutex that another one holds.
// expect: verdict=bug kind=lock-misuse executions=1 violations=1
// preload: yes
//
// main holds the mutex from before the creation; the thread halts at its unlock, main then waits
// for it for ever: one trace.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void other(void) { pthread_mutex_unlock(&m); }

int main(void) {
  pthread_mutex_lock(&m);
  pthread_t t = spawn(other);
  join(t);
  return 0;
}
