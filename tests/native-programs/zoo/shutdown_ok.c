// Shutdown: the flag is set under the lock.
// expect: verdict=clean executions=2
//
// main's section comes before the worker's (no wait) or after its wait. As cond_signal_outside.c.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static atomic_int is_stopping;

static void worker(void) {
  pthread_mutex_lock(&m);
  while (!atomic_load(&is_stopping)) pthread_cond_wait(&work, &m);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t = spawn(worker);
  pthread_mutex_lock(&m);
  atomic_store(&is_stopping, 1);
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&work);
  join(t);
  return 0;
}
