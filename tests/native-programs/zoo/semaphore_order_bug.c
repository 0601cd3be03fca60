// The consumer takes the lock first and then waits for an item: the producer never gets the lock.
// expect: verdict=bug kind=deadlock executions=2 deadlocks=1
// preload: yes
//
// 2 orders of the lock; with the consumer first neither thread continues.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t mutex, items;
static int n;

static void consumer(void) {
  sem_wait(&mutex);
  sem_wait(&items);
  n--;
  sem_post(&mutex);
}

static void producer(void) {
  sem_wait(&mutex);
  n++;
  sem_post(&mutex);
  sem_post(&items);
}

int main(void) {
  sem_init(&mutex, 0, 1);
  sem_init(&items, 0, 0);
  run2(consumer, producer);
  return 0;
}
