// A signal from outside may come before a join: whether the thread has ended by then, or ends
// between the look for the signal and the join, the join waits for its end.
// expect: verdict=clean executions=4
// options: --signals=USR1
//
// The handler runs before the join, before main's end, before the thread's end, or never. The
// thread does nothing else.
#include <pthread.h>
#include <signal.h>

static void on_signal(int signal) { (void)signal; }

static void* nothing(void* p) { return p; }

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  signal(SIGUSR1, on_signal);
  pthread_join(t, 0);
}
