// A semaphore that starts at 1 is a lock.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;
static int n;

static void add(void) {
  sem_wait(&s);
  n++;
  sem_post(&s);
}

int main(void) {
  sem_init(&s, 0, 1);
  run2(add, add);
  assert(n == 2);
  return 0;
}
