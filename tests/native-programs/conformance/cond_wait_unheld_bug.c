// A wait without the mutex.
// expect: verdict=bug kind=lock-misuse executions=1 violations=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_cond_wait(&c, &m);
  return 0;
}
