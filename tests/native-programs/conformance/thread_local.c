// Each thread has its own _Thread_local variables and errno, fresh in every run.
// expect: verdict=clean executions=2
// options: --reduce=outcome
// preload: yes
//
// Two sections on one lock, so that there is more than one run.
#define _GNU_SOURCE
#include <unistd.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int zero;
static _Thread_local int seven = 7;

static void user(void) {
  assert(zero == 0 && seven == 7);
  zero = 1;
  seven++;
  assert(close(-1) == -1);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  assert(zero == 1 && seven == 8 && errno == EBADF);
}

int main(void) {
  assert(zero == 0 && seven == 7);
  zero = 2;
  errno = 0;
  run2(user, user);
  assert(zero == 2 && seven == 7 && errno == 0);
  return 0;
}
