// Two sends become one signal without a read in between: the second read waits for ever.
// expect: verdict=bug kind=deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void* sender(void* p) {
  assert(kill(getpid(), SIGUSR1) == 0 && kill(getpid(), SIGUSR1) == 0);
  return p;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  const int signals = signalfd(-1, &set, 0);
  pthread_create(&t, NULL, sender, NULL);
  for (int i = 0; i < 2; ++i) {
    struct signalfd_siginfo info;
    assert(read(signals, &info, sizeof(info)) == sizeof(info));
  }
  pthread_join(t, NULL);
}
