// A thread ends the process while main still works.
// expect: verdict=clean
// preload: yes
//
// No count: how much of main happens before the exit is cut off anywhere, and which of these runs
// count as different is the machine's to say.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void ender(void) { exit(0); }

int main(void) {
  pthread_t t = spawn(ender);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  join(t);
  assert(0 && "never reached: exit(0) comes before the join returns");
  return 1;
}
