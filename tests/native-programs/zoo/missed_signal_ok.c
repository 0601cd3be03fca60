// Missed signal, fixed: a flag remembers it.
// expect: verdict=clean executions=2
// preload: yes
//
// The worker's section comes before main's (no wait) or after main's wait.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t started = PTHREAD_COND_INITIALIZER;
static int has_started;

static void worker(void) {
  pthread_mutex_lock(&m);
  has_started = 1;
  pthread_cond_signal(&started);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t = spawn(worker);
  pthread_mutex_lock(&m);
  while (!has_started) pthread_cond_wait(&started, &m);
  pthread_mutex_unlock(&m);
  join(t);
  return 0;
}
