// Waiting for a plain variable: a race, found without running into a time limit, and the loop is a
// waiting one from then on.
// expect: verdict=bug kind=race
// needs: memory
#include "../support/spawn.h"

static volatile int flag;

static void setter(void) { flag = 1; }

int main(void) {
  pthread_t thread = spawn(setter);
  while (!flag) {
  }
  join(thread);
  return 0;
}
