// Two threads post a semaphore that has room for one more: the second post fails.
// expect: verdict=bug kind=assertion
// preload: yes
#define _GNU_SOURCE
#include <limits.h>
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;

static void first(void) { assert(sem_post(&s) == 0); }
static void second(void) { sem_post(&s); }

int main(void) {
  sem_init(&s, 0, SEM_VALUE_MAX - 1);
  run2(second, first);
  return 0;
}
