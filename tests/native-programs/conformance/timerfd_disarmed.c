// A timer that is disarmed does not expire any more: what was not read is gone too. And of two
// timers the one with the shorter time, armed first, expires first.
// expect: verdict=clean
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int timer;

static void* disarm(void* p) {
  const struct itimerspec nothing = {{0, 0}, {0, 0}};
  assert(timerfd_settime(timer, 0, &nothing, 0) == 0);
  return p;
}

int main(void) {
  pthread_t t;
  const struct itimerspec soon = {{0, 0}, {0, 1000000}}, later = {{0, 0}, {0, 2000000}};
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  assert(timerfd_settime(timer, 0, &soon, 0) == 0);
  pthread_create(&t, 0, disarm, 0);
  struct pollfd entry = {timer, POLLIN, 0};
  poll(&entry, 1, 0);
  pthread_join(t, 0);
  uint64_t times;
  assert(read(timer, &times, 8) == -1 && poll(&entry, 1, 5) == 0);

  const int second = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  assert(timerfd_settime(timer, 0, &soon, 0) == 0 && timerfd_settime(second, 0, &later, 0) == 0);
  struct pollfd both[2] = {{second, POLLIN, 0}, {timer, POLLIN, 0}};
  assert(poll(both, 2, -1) > 0);
  assert(both[1].revents != 0);
}
