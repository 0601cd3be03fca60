// A thread polls for ever, and goes wrong in its tenth round, which the end of the process may
// still let happen.
// expect: verdict=bug kind=assertion executions=1
// preload: yes
//
// The thread touches nothing that main touches.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static void* polls(void* p) {
  for (;;) {
    pthread_mutex_lock(&m);
    assert(++rounds < 10);
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
