// A wait gives back one hold only: with a recursive mutex held twice no thread can signal.
// expect: verdict=bug kind=lock-misuse|deadlock executions=1
// preload: yes
//
// main holds the mutex from before the creation: one trace.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void signaller(void) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_t t = spawn(signaller);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  join(t);
  return 0;
}
