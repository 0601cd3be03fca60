// SPDX-License-Identifier: Apache-2.0
/* Clocks. Each thread has its own time (machine/ir/local/clock.cpp); reading the clock advances it,
 * so that a loop that waits for a time ends. As on the native machine
 * (runtime/intercept/state/virtual_time.cpp), the two families of clocks are so far apart that a
 * point in time shows which family it belongs to. */
#include <sys/time.h>
#include <time.h>

#include "machine/ir/library/machine.h"

static const unsigned long kSecond = 1000000000;

static unsigned long now_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: return kRealBegin * kSecond + __skein_ir_look_at_clock();
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return __skein_ir_look_at_clock();
    default: return kMonotonicBegin * kSecond + __skein_ir_look_at_clock();
  }
}

time_t time(time_t* to) {
  const time_t now = (time_t)(now_of(CLOCK_REALTIME) / kSecond);
  if (to) *to = now;
  return now;
}

int clock_gettime(clockid_t clock, struct timespec* to) {
  const unsigned long now = now_of(clock);
  to->tv_sec = (time_t)(now / kSecond);
  to->tv_nsec = (long)(now % kSecond);
  return 0;
}

int timespec_get(struct timespec* to, int base) {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, to);
  return base;
}

int gettimeofday(struct timeval* restrict to, void* restrict zone) {
  const unsigned long now = now_of(CLOCK_REALTIME);
  (void)zone;
  to->tv_sec = (time_t)(now / kSecond);
  to->tv_usec = (long)(now % kSecond / 1000);
  return 0;
}

clock_t clock(void) {
  return (clock_t)(now_of(CLOCK_PROCESS_CPUTIME_ID) / (kSecond / CLOCKS_PER_SEC));
}

/* std::chrono. */
long steady_now(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
long steady_now(void) { return (long)now_of(CLOCK_MONOTONIC); }
long system_now(void) __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
long system_now(void) { return (long)now_of(CLOCK_REALTIME); }
