/* Clocks stand still: time is whatever the schedule makes of it, and timed waits may end at any
 * moment. */
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { kNow = 1000000000 };

time_t time(time_t* to) {
  if (to) *to = kNow;
  return kNow;
}

int clock_gettime(clockid_t clock, struct timespec* to) {
  (void)clock;
  to->tv_sec = kNow;
  to->tv_nsec = 0;
  return 0;
}

int timespec_get(struct timespec* to, int base) {
  to->tv_sec = kNow;
  to->tv_nsec = 0;
  return base;
}

int gettimeofday(struct timeval* restrict to, void* restrict zone) {
  (void)zone;
  to->tv_sec = kNow;
  to->tv_usec = 0;
  return 0;
}

clock_t clock(void) { return 0; }

int usleep(useconds_t time) {
  (void)time;
  return 0;
}

unsigned sleep(unsigned time) {
  (void)time;
  return 0;
}

int nanosleep(const struct timespec* time, struct timespec* left) {
  (void)time, (void)left;
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec* time,
                    struct timespec* left) {
  (void)clock, (void)flags, (void)time, (void)left;
  return 0;
}
