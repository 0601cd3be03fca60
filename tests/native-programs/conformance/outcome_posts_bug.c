// Two threads post a semaphore, and a third takes the first post for that of the first thread.
// expect: verdict=bug kind=assertion
#define _GNU_SOURCE
#include <semaphore.h>
#include <stdatomic.h>

#include "../support/spawn.h"

static sem_t s;
static atomic_int ready;

static void first(void) {
  atomic_store(&ready, 1);
  sem_post(&s);
}

static void second(void) { sem_post(&s); }

static void waiter(void) {
  sem_wait(&s);
  assert(atomic_load(&ready) == 1);
}

int main(void) {
  sem_init(&s, 0, 0);
  run3(first, second, waiter);
  return 0;
}
