// Missed signal: a worker says "I have started" once; who waits later waits for ever.
// expect: verdict=bug kind=deadlock executions=2 deadlocks=1
// preload: yes
//
// main's section ends with a wait; the worker's section comes before it or after that wait.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;

static void worker(void) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&started);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t = spawn(worker);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&started, &m);
  pthread_mutex_unlock(&m);
  join(t);
  return 0;
}
