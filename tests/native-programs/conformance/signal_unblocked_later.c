// The action counts when the signal is unblocked, not when another thread has sent it.
// expect: verdict=clean executions=2
//
// The send comes before the signal is ignored, or after that. 2.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int sent;
static volatile sig_atomic_t seen;

static void count(int signal) { seen += signal == SIGUSR1; }

static void* sender(void* unused) {
  kill(getpid(), SIGUSR1);
  sent = 1;
  return unused;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  signal(SIGUSR1, count);
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  signal(SIGUSR1, SIG_IGN);
  pthread_join(thread, NULL);
  assert(sent == 1 && seen == 0);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  assert(seen == 0);
}
