// A callback is called under the lock, and calls back.
// expect: verdict=bug kind=lock-misuse executions=2 violations=2
// preload: yes
//
// 2 orders of the first lock and the other thread's section; the one who calls back halts with the
// lock held, so the other one gets it before or never.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int listeners = 1, events;

static void unsubscribe(void) {
  pthread_mutex_lock(&m);
  listeners--;
  pthread_mutex_unlock(&m);
}

static void notify(void) {
  pthread_mutex_lock(&m);
  if (listeners > 0) unsubscribe();
  pthread_mutex_unlock(&m);
}

static void other(void) {
  pthread_mutex_lock(&m);
  events++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(notify, other);
  return 0;
}
