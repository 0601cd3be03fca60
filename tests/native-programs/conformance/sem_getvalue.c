// Reading the value of a semaphore depends on posts only.
// expect: verdict=clean executions=4
// preload: yes
//
// Each of the two readers comes before or after the post, and the readers are independent: 2 * 2.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;

static void reader(void) {
  int value = -1;
  assert(sem_getvalue(&s, &value) == 0);
  assert(value == 3 || value == 4);
}

static void poster(void) { sem_post(&s); }

int main(void) {
  sem_init(&s, 0, 3);
  run3(reader, reader, poster);
  return 0;
}
