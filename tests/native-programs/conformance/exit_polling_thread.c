// A thread polls for ever, and main returns: the end of the process is the end of each execution,
// but what the thread does before that has no end.
// expect: verdict=incomplete executions=1
// preload: yes
//
// The thread touches nothing that main touches. Its rounds are followed for a while only.
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
