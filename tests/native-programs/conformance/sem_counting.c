// Two places for three threads.
// expect: verdict=clean executions=30
// preload: yes
//
// All operations on the semaphore are ordered, except posts that follow each other. The waits come
// in 3! orders. If the second comes after a post, the third comes after another one, or not (2).
// If not, the third comes after both posts (1), or after one of them (2). 6 * (2 + 1 + 2) = 30.
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
