// A thread unlocks what it may or may not hold.
// expect: verdict=bug kind=lock-misuse executions=4 violations=2
// preload: yes
//
// Both try and then unlock in any case. As mutex_trylock.c: 4 traces. Where the second one's try
// fails it halts before its unlock.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void careless(void) {
  pthread_mutex_trylock(&m);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(careless, careless);
  return 0;
}
