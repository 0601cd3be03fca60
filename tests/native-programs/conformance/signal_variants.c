// The functions for signals by their other names: System V, BSD, Linux, and by number.
// expect: verdict=clean executions=1
//
// One thread; the other only ends.
#define _GNU_SOURCE
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void count(int signal) { seen += signal == SIGUSR1; }
static void* nothing(void* unused) { return unused; }

int main(void) {
  assert(sigset(SIGUSR1, count) == SIG_DFL);
  assert(sighold(SIGUSR1) == 0);
  raise(SIGUSR1);
  assert(seen == 0);
  assert(sigrelse(SIGUSR1) == 0 && seen == 1);
  assert(sigset(SIGUSR1, SIG_HOLD) == count);
  assert(sigset(SIGUSR1, count) == SIG_HOLD);
  assert(sigignore(SIGUSR1) == 0);
  raise(SIGUSR1);
  assert(seen == 1);

  assert(sysv_signal(SIGUSR1, count) == SIG_IGN);
  assert(gsignal(SIGUSR1) == 0 && seen == 2);
  assert(ssignal(SIGUSR1, count) == SIG_DFL);  // it was for one signal

  assert(tgkill(getpid(), gettid(), SIGUSR1) == 0 && seen == 3);
  assert(syscall(SYS_tgkill, getpid(), gettid(), SIGUSR1) == 0 && seen == 4);
  assert(syscall(SYS_kill, getpid(), SIGUSR1) == 0 && seen == 5);
  assert(tgkill(getpid(), gettid(), 65) == -1 && errno == EINVAL);

  sighold(SIGUSR1);
  raise(SIGUSR1);
  assert(sigpause(SIGUSR1) == -1 && errno == EINTR && seen == 6);
  sigset_t mask;
  sigprocmask(SIG_BLOCK, NULL, &mask);
  assert(sigismember(&mask, SIGUSR1));

  // A thread whose mask is an attribute.
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  sigfillset(&mask);
  pthread_attr_setsigmask_np(&attributes, &mask);
  pthread_t thread;
  sigrelse(SIGUSR1);
  pthread_create(&thread, &attributes, nothing, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  assert(seen == 6);
}
