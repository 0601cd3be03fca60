// Signals read from a descriptor, in a loop over epoll with a pipe: sent by another thread.
// expect: verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int value;

static void* sender(void* p) {
  value = 7;
  assert(kill(getpid(), SIGUSR1) == 0);
  return p;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  const int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  const int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  assert(signals >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, signals, &event) == 0);
  pthread_create(&t, NULL, sender, NULL);
  assert(epoll_wait(epoll, &event, 1, -1) == 1);
  struct signalfd_siginfo info[2];
  assert(read(signals, info, sizeof(info)) == sizeof(info[0]));
  assert(info[0].ssi_signo == SIGUSR1 && value == 7);
  assert(read(signals, info, sizeof(info)) == -1);
  pthread_join(t, NULL);
}
