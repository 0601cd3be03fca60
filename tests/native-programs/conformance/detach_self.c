// A thread detaches itself; another is created detached.
// expect: verdict=clean executions=3
// preload: yes
//
// The first wait comes after one post, the other, or both; the second wait is last.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t done;

static void* detaches_itself(void* arg) {
  assert(pthread_detach(pthread_self()) == 0);
  sem_post(&done);
  return arg;
}

static void* detached(void* arg) {
  sem_post(&done);
  return arg;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t t;
  assert(pthread_create(&t, NULL, detaches_itself, NULL) == 0);
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_create(&t, &attr, detached, NULL) == 0);
  pthread_attr_destroy(&attr);
  sem_wait(&done);
  sem_wait(&done);
  pthread_exit(NULL);
}
