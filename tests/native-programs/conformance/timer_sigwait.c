// A timer sends its signal to a thread that waits for it: once, and then never again.
// expect: verdict=clean executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  const struct itimerspec soon = {{0, 0}, {0, 1000000}};
  assert(timer_settime(timer, 0, &soon, NULL) == 0);
  int signal = 0;
  assert(sigwait(&set, &signal) == 0 && signal == SIGUSR1);
  const struct timespec now = {0, 0};
  assert(sigtimedwait(&set, NULL, &now) == -1 && errno == EAGAIN);
  assert(timer_delete(timer) == 0);
}
