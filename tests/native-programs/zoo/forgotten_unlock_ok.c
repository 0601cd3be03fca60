// Every way out unlocks.
// expect: verdict=clean executions=6
// preload: yes
//
// Three sections: 3!.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int places = 1;

static void user(void) {
  pthread_mutex_lock(&m);
  if (places > 0) places--;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run3(user, user, user);
  return 0;
}
