// What a signal does belongs to the process: a thread that raises one may find the other's handler,
// or none.
// expect: verdict=bug kind=assertion executions=2
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static _Thread_local volatile sig_atomic_t seen;

static void count(int signal) { seen = signal; }

static void* worker(void* unused) {
  signal(SIGUSR1, count);
  return unused;
}

int main(void) {
  signal(SIGUSR1, SIG_IGN);
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  raise(SIGUSR1);
  assert(seen == 0);
  pthread_join(thread, NULL);
}
