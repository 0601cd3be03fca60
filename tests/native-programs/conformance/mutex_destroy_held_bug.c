// A mutex is destroyed while held.
// expect: verdict=bug kind=lock-misuse executions=1 violations=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

int main(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, NULL);
  pthread_mutex_lock(&m);
  pthread_mutex_destroy(&m);
  return 0;
}
