// A home-made barrier: the last one sets the counter back before the others have looked at it.
// expect: verdict=bug kind=deadlock executions=2 deadlocks=2
// preload: yes
//
// The first to arrive (2 ways) waits, is woken, finds 0 and waits again for ever.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived;

static void meet(void) {
  pthread_mutex_lock(&m);
  if (++arrived == 2) {
    arrived = 0;
    pthread_cond_broadcast(&all_here);
  } else {
    while (arrived < 2) pthread_cond_wait(&all_here, &m);
  }
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(meet, meet);
  return 0;
}
