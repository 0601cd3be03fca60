// main returns while another thread lives: the process ends, the thread is cut off anywhere.
// expect: verdict=clean
// preload: yes
//
// No count, as in exit_race.c.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void worker(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

int main(void) {
  spawn(worker);
  return 0;
}
