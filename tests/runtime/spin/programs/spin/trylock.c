/* Tries a mutex until it gets it. */
#include <sched.h>

#include "spawn2.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void body(int me) {
  (void)me;
  while (pthread_mutex_trylock(&m) != 0) sched_yield();
  critical();
  pthread_mutex_unlock(&m);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
