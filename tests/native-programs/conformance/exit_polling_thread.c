// A thread polls for ever, and main returns: the run is cut after a while.
// expect: verdict=incomplete executions=0
// preload: yes
//
// No run comes to the end of all threads.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static void* polls(void* p) {
  for (;;) {
    pthread_mutex_lock(&m);
    ++rounds;
    pthread_mutex_unlock(&m);
    usleep(1000);
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, polls, 0);
  return 0;
}
