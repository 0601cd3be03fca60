// The same under a lock; and a change of the time zone is respected.
// expect: verdict=clean executions=2
// preload: yes
//
// Two orders of the critical sections. libc's accesses to the buffer are ordered by the lock.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../support/spawn.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void worker(void) {
  const time_t moment = 1000;
  pthread_mutex_lock(&mutex);
  assert(gmtime(&moment)->tm_sec == 40);
  assert(strlen(ctime(&moment)) == 25);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  const time_t epoch = 0;
  setenv("TZ", "UTC0", 1);
  assert(localtime(&epoch)->tm_hour == 0);
  setenv("TZ", "EST5", 1);
  assert(localtime(&epoch)->tm_hour == 19);
  run2(worker, worker);
  return 0;
}
