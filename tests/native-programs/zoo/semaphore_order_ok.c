// The consumer waits for an item first.
// expect: verdict=clean executions=1
// preload: yes
//
// The consumer does everything after the producer's last post: one trace.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static sem_t mutex, items;
static int n;

static void consumer(void) {
  sem_wait(&items);
  sem_wait(&mutex);
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
  assert(n == 0);
  return 0;
}
