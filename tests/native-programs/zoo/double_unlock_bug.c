// The error path unlocks what the caller unlocks again.
// expect: verdict=bug kind=lock-misuse executions=2 violations=2
// preload: yes
//
// 2 orders of the sections; the second thread fails, and halts at its second unlock.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int places = 1;

static int take(void) {
  if (places == 0) {
    pthread_mutex_unlock(&m);
    return -1;
  }
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
  return 0;
}
