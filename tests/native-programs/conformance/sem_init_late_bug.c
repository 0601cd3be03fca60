// A semaphore is initialised by one thread while another may wait for it already.
// expect: verdict=bug kind=lock-misuse
//
// Natively the waiter may sleep for ever: initialising wakes no thread.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;

static void waiter(void) { sem_wait(&s); }

int main(void) {
  pthread_t t = spawn(waiter);
  sem_init(&s, 0, 1);
  pthread_join(t, NULL);
  return 0;
}
