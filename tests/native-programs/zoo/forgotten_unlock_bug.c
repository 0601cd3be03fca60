// An early return without an unlock.
// expect: verdict=bug kind=deadlock executions=6 deadlocks=6
// preload: yes
//
// Three sections; the second thread finds no place and keeps the lock, the third one waits for
// ever: 3!.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int places = 1;

static void user(void) {
  pthread_mutex_lock(&m);
  if (places == 0) return;
  places--;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run3(user, user, user);
  return 0;
}
