// The same with sigsuspend: the signal is blocked until the thread waits.
// expect: verdict=clean executions=1
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int rang;

static void on_alarm(int signal) {
  (void)signal;
  atomic_store(&rang, 1);
}

int main(void) {
  sigset_t set, none;
  sigemptyset(&none);
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGALRM, on_alarm);
  alarm(1);
  while (atomic_load(&rang) == 0) sigsuspend(&none);
  assert(atomic_load(&rang) == 1);
}
