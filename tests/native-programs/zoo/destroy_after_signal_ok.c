// "Done" is signalled after the last use of the lock.
// expect: verdict=clean executions=1
// preload: yes
//
// The section, the post, the wait, the destruction: one order.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static pthread_mutex_t m;
static sem_t done;
static int statistics;

static void worker(void) {
  pthread_mutex_lock(&m);
  statistics++;
  pthread_mutex_unlock(&m);
  sem_post(&done);
}

int main(void) {
  pthread_mutex_init(&m, NULL);
  sem_init(&done, 0, 0);
  pthread_t t = spawn(worker);
  sem_wait(&done);
  assert(pthread_mutex_destroy(&m) == 0);
  join(t);
  return 0;
}
