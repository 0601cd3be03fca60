// Tries of a semaphore at 1.
// expect: verdict=clean executions=4
// preload: yes
//
// As mutex_trylock.c: 4.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;

static void attempt(void) {
  if (sem_trywait(&s) == 0) {
    sem_post(&s);
  } else {
    assert(errno == EAGAIN);
  }
}

int main(void) {
  sem_init(&s, 0, 1);
  run2(attempt, attempt);
  return 0;
}
