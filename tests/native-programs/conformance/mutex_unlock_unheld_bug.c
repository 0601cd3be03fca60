// A thread unlocks a mutex that no thread holds.
// expect: verdict=bug kind=lock-misuse executions=1 violations=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_unlock(&m);
  return 0;
}
