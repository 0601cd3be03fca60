// "Done" is signalled before the last use of the lock: the lock is destroyed and then used.
// expect: verdict=bug kind=lock-misuse
// preload: yes
//
// The destruction and the worker's last section are not ordered.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static pthread_mutex_t m;
static sem_t done;
static int statistics;

static void worker(void) {
  sem_post(&done);
  pthread_mutex_lock(&m);
  statistics++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_mutex_init(&m, NULL);
  sem_init(&done, 0, 0);
  pthread_t t = spawn(worker);
  sem_wait(&done);
  pthread_mutex_destroy(&m);
  join(t);
  return 0;
}
