// A thread joins itself. (glibc returns EDEADLK.)
// expect: verdict=bug kind=lock-misuse|deadlock executions=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

int main(void) {
  pthread_join(pthread_self(), NULL);
  return 0;
}
