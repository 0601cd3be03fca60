// A thread takes a spin lock that it holds.
// expect: verdict=bug kind=lock-misuse executions=1 violations=1
// preload: yes
//
// main alone: one trace.
#include "../support/spawn.h"

int main(void) {
  pthread_spinlock_t s;
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&s);
  pthread_spin_lock(&s);
  return 0;
}
