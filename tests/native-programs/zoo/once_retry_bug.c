// An initialisation that fails the first time is never tried again: the flag was set too early.
// expect: verdict=bug kind=assertion executions=2 violations=2
// preload: yes
//
// The first to enter fails; in both of the 2 orders neither has a value at the end.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int is_initialised, attempts, value;

static int initialise(void) {
  if (++attempts == 1) return -1;
  value = 7;
  return 0;
}

static void user(void) {
  pthread_mutex_lock(&m);
  if (!is_initialised) {
    is_initialised = 1;
    initialise();
  }
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(user, user);
  assert(value == 7);
  return 0;
}
