// Unlock of a readers-writer lock that no thread holds.
// expect: verdict=bug kind=lock-misuse executions=1 violations=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

int main(void) {
  pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_unlock(&rw);
  return 0;
}
