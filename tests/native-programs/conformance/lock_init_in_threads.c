// Threads that initialise locks of their own: steps, but no other thread uses them.
// expect: verdict=clean executions=1
//
// All objects are different: one trace.
#define _GNU_SOURCE
#include <semaphore.h>

#include "../support/spawn.h"

static void worker(void) {
  for (int round = 0; round < 2; ++round) {
    pthread_mutex_t m;
    pthread_rwlock_t l;
    pthread_cond_t c;
    sem_t s;
    pthread_mutex_init(&m, NULL);
    pthread_rwlock_init(&l, NULL);
    pthread_cond_init(&c, NULL);
    sem_init(&s, 0, 1);
    pthread_mutex_lock(&m);
    pthread_rwlock_wrlock(&l);
    sem_wait(&s);
    pthread_cond_signal(&c);
    pthread_rwlock_unlock(&l);
    if (round > 0) pthread_mutex_unlock(&m);  // the first time it just goes with its frame
  }
}

int main(void) {
  pthread_t a = spawn(worker);
  pthread_t b = spawn(worker);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
