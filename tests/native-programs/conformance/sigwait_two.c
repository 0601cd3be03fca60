// Two threads wait for signals of the process: either may get either, and each gets one.
// expect: verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static sigset_t set;
static atomic_int seen;

static void* waiter(void* unused) {
  siginfo_t info;
  const int signal = sigwaitinfo(&set, &info);
  assert(signal == info.si_signo && (signal == SIGUSR1 || signal == SIGUSR2));
  atomic_fetch_add(&seen, signal);
  return unused;
}

int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, waiter, NULL);
  kill(getpid(), SIGUSR1);
  kill(getpid(), SIGUSR2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen == SIGUSR1 + SIGUSR2);
  const struct timespec now = {0, 0};
  assert(sigtimedwait(&set, NULL, &now) == -1);
}
