// Handlers and masks: a signal that a thread sends to itself runs its handler at once, or when it
// is unblocked; masks belong to threads, and new threads inherit them.
// expect: verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static _Thread_local volatile sig_atomic_t seen;
static _Thread_local volatile sig_atomic_t nested;

static void count(int signal) {
  seen += signal == SIGUSR1;
  // Blocked while its handler runs.
  if (seen == 1) {
    raise(SIGUSR1);
    assert(seen == 1);
  }
}

static void tell(int signal, siginfo_t* info, void* context) {
  assert(signal == SIGUSR2 && info->si_signo == SIGUSR2 && context != NULL);
  nested++;
}

static void* worker(void* unused) {
  sigset_t old, usr1;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  assert(pthread_sigmask(SIG_BLOCK, NULL, &old) == 0);
  assert(sigismember(&old, SIGUSR1));  // inherited
  raise(SIGUSR1);
  assert(seen == 0);
  sigset_t pending;
  sigpending(&pending);
  assert(sigismember(&pending, SIGUSR1));
  pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
  assert(seen == 2);  // the second one was pending when the handler ended
  return unused;
}

int main(void) {
  struct sigaction action, old;
  memset(&action, 0, sizeof(action));
  action.sa_handler = count;
  assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  assert(signal(SIGUSR1, count) == count);
  action.sa_sigaction = tell;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  sigaction(SIGUSR2, &action, NULL);
  assert(kill(getpid(), SIGUSR2) == 0 && nested == 1);
  sigaction(SIGUSR2, NULL, &old);
  assert(old.sa_handler == SIG_DFL);
  assert(sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL);
  assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  raise(SIGPIPE);
  raise(SIGCHLD);

  sigset_t usr1, before;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  sigprocmask(SIG_BLOCK, &usr1, &before);
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen == 0);
  pthread_kill(pthread_self(), SIGUSR1);
  sigprocmask(SIG_SETMASK, &before, NULL);
  assert(seen == 2);
}
