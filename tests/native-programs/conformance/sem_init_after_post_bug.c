// A post may come before the initialisation, and would be lost.
// expect: verdict=bug kind=lock-misuse
//
// init, post, wait: all is well.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t s;

static void poster(void) { sem_post(&s); }

int main(void) {
  pthread_t t = spawn(poster);
  sem_init(&s, 0, 0);
  sem_wait(&s);
  pthread_join(t, NULL);
  return 0;
}
