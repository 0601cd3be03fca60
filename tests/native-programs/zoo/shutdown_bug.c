// Shutdown: the flag is set without the lock, the worker is already on its way to sleep.
// expect: verdict=bug kind=deadlock
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
  atomic_store(&is_stopping, 1);
  pthread_cond_signal(&work);
  join(t);
  return 0;
}
