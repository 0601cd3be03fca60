// A semaphore that starts at 0: the wait comes after the post.
// expect: verdict=clean executions=1
// preload: yes
//
// One post, one wait, one order.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;
static int x;

static void receiver(void) {
  assert(sem_wait(&s) == 0);
  assert(x == 1);
}

int main(void) {
  sem_init(&s, 0, 0);
  pthread_t t = spawn(receiver);
  x = 1;
  sem_post(&s);
  join(t);
  assert(sem_destroy(&s) == 0);
  return 0;
}
