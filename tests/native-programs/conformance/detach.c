// A detached thread goes on by itself.
// expect: verdict=clean executions=1
// preload: yes
//
// The detach and the thread's exit only read the thread's life, the post comes before the wait: one
// trace.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t done;

static void worker(void) { sem_post(&done); }

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t t = spawn(worker);
  assert(pthread_detach(t) == 0);
  sem_wait(&done);
  pthread_exit(NULL);
}
