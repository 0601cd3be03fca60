// The operations of a handler are steps of its thread: it takes a lock that its thread holds.
// expect: verdict=bug kind=lock-misuse
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int signal) {
  pthread_mutex_lock(&mutex);
  total += signal;
  pthread_mutex_unlock(&mutex);
}

static void* worker(void* unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  signal(SIGUSR1, add);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  if (total == 0) raise(SIGUSR1);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
