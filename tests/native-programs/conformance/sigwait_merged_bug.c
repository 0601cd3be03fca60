// A signal that is pending already is not pending twice: two sends may be one, and the second wait
// has nothing to wait for.
// expect: verdict=bug kind=deadlock
// native: never-ends
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t set;

static void* sender(void* unused) {
  kill(getpid(), SIGUSR1);
  return unused;
}

int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, sender, NULL);
  int signal;
  sigwait(&set, &signal);
  sigwait(&set, &signal);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
