// A handler of faults says so and ends the process: that is a crash.
// expect: verdict=bug kind=crash executions=2 violations=1
// preload: yes
// exit: 1
//
// One thread sets the pointer that the other one follows: under a lock, but perhaps too late.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int* volatile pointer;

static void on_fault(int signal) {
  (void)signal;
  (void)!write(2, "fault\n", 6);
  _exit(1);
}

static void* follows(void* p) {
  pthread_mutex_lock(&m);
  ++*pointer;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  signal(SIGSEGV, on_fault);
  pthread_t t;
  pthread_create(&t, 0, follows, 0);
  pthread_mutex_lock(&m);
  pointer = &value;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
