// A thread waits for an epoll set before another one arms the timer in it: no deadlock, in the run
// in which skein learns of the set neither.
// expect: verdict=clean executions=2
//
// The timer is armed before the wait begins, or while it lasts.
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

static int timer, set;

static void* waits(void* p) {
  struct epoll_event event;
  assert(epoll_wait(set, &event, 1, -1) == 1);
  return p;
}

static void* arms(void* p) {
  const struct itimerspec soon = {{0, 0}, {0, 1000}};
  timerfd_settime(timer, 0, &soon, 0);
  return p;
}

int main(void) {
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(set, EPOLL_CTL_ADD, timer, &event);
  pthread_t a, b;
  pthread_create(&a, 0, waits, 0);
  pthread_create(&b, 0, arms, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
