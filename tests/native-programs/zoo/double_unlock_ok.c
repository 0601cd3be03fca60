// Only who locks unlocks.
// expect: verdict=clean executions=2
// preload: yes
//
// 2 orders.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int places = 1;

static int take(void) {
  if (places == 0) return -1;
  places--;
  return 0;
}

static void user(void) {
  pthread_mutex_lock(&m);
  take();
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(user, user);
  assert(places == 0);
  return 0;
}
