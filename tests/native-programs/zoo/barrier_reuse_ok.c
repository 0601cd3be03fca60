// A home-made barrier with generations, used twice.
// expect: verdict=clean
// preload: yes
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived, generation;

static void meet(void) {
  pthread_mutex_lock(&m);
  int mine = generation;
  if (++arrived == 2) {
    arrived = 0;
    generation++;
    pthread_cond_broadcast(&all_here);
  } else {
    while (generation == mine) pthread_cond_wait(&all_here, &m);
  }
  pthread_mutex_unlock(&m);
}

static void meet_twice(void) {
  meet();
  meet();
}

int main(void) {
  run2(meet_twice, meet_twice);
  assert(generation == 2);
  return 0;
}
