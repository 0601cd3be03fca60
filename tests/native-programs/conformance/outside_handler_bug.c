// A handler that takes a lock which the interrupted thread may hold (N=0), and one that does not
// (N=1). The signal comes from outside.
// expect: N=0 verdict=bug kind=lock-misuse|deadlock
// expect: N=1 verdict=clean executions=5
// options: --signals=INT
//
// N=1: main has the operations lock, unlock and the last load; the signal comes before each of
// them, or before main's end, or never: 5.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stops;
static int locks;
static int work;

static void on_signal(int signal) {
  (void)signal;
  if (locks) {
    pthread_mutex_lock(&mutex);
    ++work;
    pthread_mutex_unlock(&mutex);
  } else {
    atomic_store(&stops, 1);
  }
}

int main(int argc, char** argv) {
  locks = argc > 1 && atoi(argv[1]) == 0;
  signal(SIGINT, on_signal);
  pthread_mutex_lock(&mutex);
  ++work;
  pthread_mutex_unlock(&mutex);
  return atomic_load(&stops) > 1;
}
