// The signal is blocked too late: if it comes before, it ends the process.
// expect: verdict=bug kind=crash executions=3
// native: never-ends
//
// The send comes before the change of the mask, between it and the look of the wait, or after
// that. 3.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void* waiter(void* unused) {
  int signal = 0;
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sigwait(&set, &signal);
  return unused;
}

int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
