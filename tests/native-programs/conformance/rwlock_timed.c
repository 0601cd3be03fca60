// Timed read and write locks are tries to the scheduler.
// expect: verdict=clean executions=4
// preload: yes
//
// Say the writer tries first: the reader fails before its unlock, or succeeds after it. Say the
// reader tries first: the writer fails before its unlock, or succeeds after it. 4.
#include "../support/spawn.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void writer(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  int result = pthread_rwlock_timedwrlock(&rw, &until);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_rwlock_unlock(&rw);
}

static void reader(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  int result = pthread_rwlock_timedrdlock(&rw, &until);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) pthread_rwlock_unlock(&rw);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
