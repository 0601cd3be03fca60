// A timer with an interval, whose handler may run twice before main stops it (N=0), and one that
// the handler stops itself (N=1).
// expect: N=0 verdict=bug kind=assertion
// expect: N=1 verdict=clean
//
// Outside of skein main is much faster than the timer.
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>

static const struct itimerval never;
static atomic_int rang;
static int stops_itself;

static void on_alarm(int signal) {
  (void)signal;
  if (stops_itself) setitimer(ITIMER_REAL, &never, 0);
  atomic_fetch_add(&rang, 1);
}

int main(int argc, char** argv) {
  stops_itself = argc > 1 && atoi(argv[1]) == 1;
  signal(SIGALRM, on_alarm);
  const struct itimerval often = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &often, 0);
  // Work: the handler may run before each operation.
  atomic_load(&rang);
  atomic_load(&rang);
  setitimer(ITIMER_REAL, &never, 0);
  assert(atomic_load(&rang) <= 1);
}
