// The time may be over before the signal comes.
// expect: verdict=bug kind=assertion executions=3
//
// The send comes before the look, between the look and the end of the sleep, or after the end. 3.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void* waiter(void* unused) {
  const struct timespec second = {1, 0};
  const int signal = sigtimedwait(&set, NULL, &second);
  assert(signal == SIGUSR1 || errno == EAGAIN);
  assert(signal == SIGUSR1);
  return unused;
}

int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
