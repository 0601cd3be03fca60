// main joins a thread while it holds the lock that the thread needs.
// expect: verdict=bug kind=deadlock executions=2 deadlocks=1
// preload: yes
//
// 2 orders of the locks; with main first neither thread continues.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void worker(void) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t = spawn(worker);
  pthread_mutex_lock(&m);
  join(t);
  pthread_mutex_unlock(&m);
  return 0;
}
