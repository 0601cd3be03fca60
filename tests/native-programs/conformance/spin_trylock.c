// Tries of a spin lock.
// expect: verdict=clean executions=4
// preload: yes
//
// As mutex_trylock.c: 4.
#include "../support/spawn.h"

static pthread_spinlock_t s;

static void attempt(void) {
  int result = pthread_spin_trylock(&s);
  assert(result == 0 || result == EBUSY);
  if (result == 0) pthread_spin_unlock(&s);
}

int main(void) {
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  run2(attempt, attempt);
  return 0;
}
