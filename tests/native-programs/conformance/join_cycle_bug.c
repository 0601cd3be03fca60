// Two threads join each other. (glibc notices some of this and returns EDEADLK.)
// expect: verdict=bug kind=deadlock|lock-misuse executions=1
// preload: yes
//
// A joins B and B joins A: neither can exit; nothing else is ordered (the handles are passed
// before, by semaphores that each have one post and one wait): one trace.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t known;
static pthread_t a, b;

static void joins_b(void) {
  sem_wait(&known);
  pthread_join(b, NULL);
}

static void joins_a(void) { pthread_join(a, NULL); }

int main(void) {
  sem_init(&known, 0, 0);
  a = spawn(joins_b);
  b = spawn(joins_a);
  sem_post(&known);
  pthread_exit(NULL);
}
