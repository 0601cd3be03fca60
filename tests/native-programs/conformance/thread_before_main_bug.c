// A constructor creates a thread, and main takes for granted that it has not done its work yet.
// expect: verdict=bug kind=assertion executions=2 violations=1
// preload: yes
//
// The sections of main and the thread, in two orders.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int jobs;
static pthread_t worker;

static void* work(void* p) {
  pthread_mutex_lock(&m);
  ++jobs;
  pthread_mutex_unlock(&m);
  return p;
}

__attribute__((constructor)) static void start(void) { pthread_create(&worker, 0, work, 0); }

int main(void) {
  pthread_mutex_lock(&m);
  const int seen = jobs;
  pthread_mutex_unlock(&m);
  pthread_join(worker, 0);
  assert(seen == 0);
}
