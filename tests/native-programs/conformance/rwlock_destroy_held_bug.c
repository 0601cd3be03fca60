// A readers-writer lock is destroyed while a reader holds it.
// expect: verdict=bug kind=lock-misuse executions=1 violations=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

int main(void) {
  pthread_rwlock_t rw;
  pthread_rwlock_init(&rw, NULL);
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_destroy(&rw);
  return 0;
}
