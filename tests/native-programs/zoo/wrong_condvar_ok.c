// The wrong condition variable, fixed.
// expect: verdict=clean executions=2
// preload: yes
//
// The producer's section comes first, or after the consumer's wait.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int count;

static void producer(void) {
  pthread_mutex_lock(&m);
  while (count == 1) pthread_cond_wait(&not_full, &m);
  count++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&m);
}

static void consumer(void) {
  pthread_mutex_lock(&m);
  while (count == 0) pthread_cond_wait(&not_empty, &m);
  count--;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(producer, consumer);
  return 0;
}
