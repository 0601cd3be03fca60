// SPDX-License-Identifier: Apache-2.0
/* Sleeping only lets the thread's own time pass: other threads may run meanwhile, as they may at
 * any moment. */
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "machine/ir/library/machine.h"

static unsigned long nanoseconds_of(const struct timespec* time) {
  return (unsigned long)time->tv_sec * 1000000000 + (unsigned long)time->tv_nsec;
}

unsigned sleep(unsigned time) {
  __skein_ir_pass_time(time * 1000000000UL);
  return 0;
}

int usleep(useconds_t time) {
  __skein_ir_pass_time(time * 1000UL);
  return 0;
}

int nanosleep(const struct timespec* time, struct timespec* left) {
  (void)left;
  __skein_ir_pass_time(nanoseconds_of(time));
  return 0;
}

int thrd_sleep(const struct timespec* time, struct timespec* left) { return nanosleep(time, left); }

int clock_nanosleep(clockid_t clock, int flags, const struct timespec* time,
                    struct timespec* left) {
  (void)clock, (void)left;
  if (flags & TIMER_ABSTIME) {
    __skein_ir_pass_until(nanoseconds_of(time));
  } else {
    __skein_ir_pass_time(nanoseconds_of(time));
  }
  return 0;
}
