// A condition variable is destroyed while a thread waits. (glibc's destroy then waits for ever.)
// expect: verdict=bug kind=lock-misuse|deadlock
// preload: yes
//
// No count: whether the one who waits on a destroyed condition variable halts or sleeps is not laid
// down.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;
static int waiting;

static void waiter(void) {
  pthread_mutex_lock(&m);
  waiting = 1;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_cond_init(&c, NULL);
  pthread_t t = spawn(waiter);
  pthread_mutex_lock(&m);
  int seen = waiting;
  pthread_mutex_unlock(&m);
  if (seen) pthread_cond_destroy(&c);
  pthread_cond_signal(&c);
  join(t);
  return 0;
}
