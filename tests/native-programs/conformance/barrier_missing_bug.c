// A barrier for three, and only two come.
// expect: verdict=bug kind=deadlock executions=1 deadlocks=1
// preload: yes
//
// They arrive in any order; then no thread can continue.
#include "../support/spawn.h"

static pthread_barrier_t barrier;

static void meet(void) { pthread_barrier_wait(&barrier); }

int main(void) {
  pthread_barrier_init(&barrier, NULL, 3);
  run2(meet, meet);
  return 0;
}
