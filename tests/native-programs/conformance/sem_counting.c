// Two places for three threads.
// expect: verdict=clean executions=54
// preload: yes
//
// All operations on the semaphore are ordered: 6!/2^3 = 90 ways to mix three sequences "wait,
// post", without the 3! * 3! = 36 in which three are inside at once.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;

static void visit(void) {
  sem_wait(&s);
  sem_post(&s);
}

int main(void) {
  sem_init(&s, 0, 2);
  run3(visit, visit, visit);
  return 0;
}
