// The alarm may come between the look at the flag and pause: then nothing ends the pause.
// expect: verdict=bug kind=deadlock executions=3
//
// The alarm comes before the look at the flag, after it and before the next operation (then pause
// waits for ever), or in the pause.
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int rang;

static void on_alarm(int signal) {
  (void)signal;
  atomic_store(&rang, 1);
}

int main(void) {
  signal(SIGALRM, on_alarm);
  alarm(1);
  if (atomic_load(&rang) == 0) {
    atomic_fetch_add(&rang, 0);
    pause();
  }
}
