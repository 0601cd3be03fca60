// There is no post.
// expect: verdict=bug kind=deadlock executions=1 deadlocks=1
// preload: yes
//
// One trace: the thread waits for ever, and main for it.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;

static void waiter(void) { sem_wait(&s); }

int main(void) {
  sem_init(&s, 0, 0);
  pthread_t t = spawn(waiter);
  join(t);
  return 0;
}
