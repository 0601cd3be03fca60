// As return_with_threads.c; the thread's violation comes before the end in some schedules.
// expect: verdict=bug kind=assertion
// preload: yes
//
// No count, as in exit_race.c.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void worker(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  assert(0 && "reached when main is slow");
}

int main(void) {
  spawn(worker);
  return 0;
}
