// A timer that is read: once, then never again. A read that waits has one result.
// expect: verdict=clean executions=1
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  const struct itimerspec setting = {{0, 0}, {0, 5000000}};
  struct itimerspec left;
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  assert(timer >= 0 && timerfd_settime(timer, 0, &setting, 0) == 0);
  assert(timerfd_gettime(timer, &left) == 0);
  uint64_t times = 0;
  assert(read(timer, &times, sizeof(times)) == sizeof(times) && times == 1);
  clock_gettime(CLOCK_MONOTONIC, &end);
  const long passed = (end.tv_sec - begin.tv_sec) * 1000000000 + end.tv_nsec - begin.tv_nsec;
  assert(passed >= 5000000);
  assert(fcntl(timer, F_SETFL, O_NONBLOCK) == 0);
  assert(read(timer, &times, sizeof(times)) == -1 && errno == EAGAIN);
  close(timer);
}
