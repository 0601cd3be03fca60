// A constructor creates a thread, another one that is detached, and main works with them.
// expect: verdict=clean executions=3
// preload: yes
//
// The first thread's section comes before main's, which joins it; the second thread's is before,
// between or after the two.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int jobs;
static sem_t done;
static pthread_t worker;

static void* work(void* p) {
  sem_wait(&done);
  pthread_mutex_lock(&m);
  ++jobs;
  pthread_mutex_unlock(&m);
  return p;
}

static void* count(void* p) {
  pthread_mutex_lock(&m);
  ++jobs;
  pthread_mutex_unlock(&m);
  return p;
}

__attribute__((constructor)) static void start(void) {
  pthread_t other;
  sem_init(&done, 0, 0);
  assert(pthread_create(&worker, 0, work, &jobs) == 0);
  assert(pthread_create(&other, 0, count, 0) == 0);
  assert(pthread_detach(other) == 0);
}

int main(void) {
  sem_post(&done);
  void* result;
  assert(pthread_join(worker, &result) == 0 && result == &jobs);
  pthread_mutex_lock(&m);
  assert(jobs == 1 || jobs == 2);
  pthread_mutex_unlock(&m);
}
