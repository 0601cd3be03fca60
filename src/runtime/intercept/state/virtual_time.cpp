// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/state/virtual_time.hpp"

#include <cerrno>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/signals/signal_sources.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(clockid_t, timespec*)> clock_gettime("clock_gettime");
NextSymbol<int(timeval*, void*)> gettimeofday("gettimeofday");
NextSymbol<time_t(time_t*)> time("time");
NextSymbol<int(timespec*, int)> timespec_get("timespec_get");
NextSymbol<clock_t()> clock("clock");
NextSymbol<unsigned(unsigned)> sleep("sleep");
NextSymbol<int(useconds_t)> usleep("usleep");
NextSymbol<int(const timespec*, timespec*)> nanosleep("nanosleep");
NextSymbol<int(clockid_t, int, const timespec*, timespec*)> clock_nanosleep("clock_nanosleep");
NextSymbol<int()> sched_yield("sched_yield");
}  // namespace next

constexpr std::uint64_t kMonotonicBegin = 1000 * kSecond;         // the uptime when main starts
constexpr std::uint64_t kRealBegin = 1'767'225'600ULL * kSecond;  // 2026-01-01
// Reading the clock takes this long, so that a loop that waits for a time ends.
constexpr std::uint64_t kLook = 100'000;

std::uint64_t look() {
  if (g.current == nullptr) return 0;
  spins::note_change();
  return g.current->clock_ns += kLook;
}

std::uint64_t begin_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: return kRealBegin;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return kMonotonicBegin;
  }
}

// The two families of clocks are so far apart that a point in time shows its family.
constexpr std::uint64_t kBetween = kRealBegin / 2;

}  // namespace

void pass_time(std::uint64_t nanoseconds) {
  g.current->clock_ns += nanoseconds;
  if (nanoseconds > 0 && g.channel->run.has_exited) ++g.current->waits_after_end;
}

void advance_clock(const timespec& until) {
  const std::uint64_t time = nanoseconds_of(until);
  const std::uint64_t begin = time > kBetween ? kRealBegin : kMonotonicBegin;
  const std::uint64_t now = begin + g.current->clock_ns;
  pass_time(time > now ? time - now : 0);
}

std::uint64_t time_until(clockid_t clock, const timespec& then) {
  const std::uint64_t now = begin_of(clock) + (g.current != nullptr ? g.current->clock_ns : 0);
  const std::uint64_t time = nanoseconds_of(then);
  return time > now ? time - now : 0;
}

// A handler interrupts the sleep.
bool is_interrupted(const void* site) {
  if (!signals::at_call(site)) return false;
  errno = EINTR;
  return true;
}

void sleep_virtually(std::uint64_t nanoseconds, const void* site) {
  if (g.current != nullptr) pass_time(nanoseconds);
  visit(Request{.kind = OpKind::Yield, .site = site});
}

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int clock_gettime(clockid_t clock, timespec* result) noexcept {
  if (rt::is_off()) return rt::next::clock_gettime(clock, result);
  const std::uint64_t now = rt::begin_of(clock) + rt::look();
  rt::accesses::written(result, sizeof(*result), __builtin_return_address(0));
  *result = rt::timespec_of(now);
  return 0;
}

int gettimeofday(timeval* result, void* zone) noexcept {
  if (rt::is_off()) return rt::next::gettimeofday(result, zone);
  const std::uint64_t now = rt::kRealBegin + rt::look();
  rt::accesses::written(result, sizeof(*result), __builtin_return_address(0));
  *result = rt::timeval_of(now);
  return 0;
}

int timespec_get(timespec* result, int base) noexcept {
  if (rt::is_off()) return rt::next::timespec_get(result, base);
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, result);
  return base;
}

time_t time(time_t* result) noexcept {
  if (rt::is_off()) return rt::next::time(result);
  const auto now = static_cast<time_t>((rt::kRealBegin + rt::look()) / rt::kSecond);
  rt::accesses::put(result, now, __builtin_return_address(0));
  return now;
}

clock_t clock() noexcept {
  if (rt::is_off()) return rt::next::clock();
  return static_cast<clock_t>(rt::look() / (rt::kSecond / CLOCKS_PER_SEC));
}

unsigned sleep(unsigned seconds) {
  if (rt::is_off()) return rt::next::sleep(seconds);
  rt::spins::mark_caller();
  if (rt::is_interrupted(__builtin_return_address(0))) return seconds;
  rt::sleep_virtually(seconds * rt::kSecond, __builtin_return_address(0));
  return 0;
}

int usleep(useconds_t microseconds) {
  if (rt::is_off()) return rt::next::usleep(microseconds);
  rt::spins::mark_caller();
  if (rt::is_interrupted(__builtin_return_address(0))) return -1;
  rt::sleep_virtually(microseconds * 1000ULL, __builtin_return_address(0));
  return 0;
}

int nanosleep(const timespec* duration, timespec* rest) {
  if (rt::is_off()) return rt::next::nanosleep(duration, rest);
  rt::spins::mark_caller();
  if (rt::is_interrupted(__builtin_return_address(0))) {
    rt::accesses::put(rest, *duration, __builtin_return_address(0));
    return -1;
  }
  rt::sleep_virtually(rt::nanoseconds_of(*duration), __builtin_return_address(0));
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  if (rt::is_off()) return rt::next::clock_nanosleep(clock, flags, time, rest);
  std::uint64_t duration = rt::nanoseconds_of(*time);
  if ((flags & TIMER_ABSTIME) != 0) duration = rt::time_until(clock, *time);
  if (rt::is_interrupted(__builtin_return_address(0))) {
    if ((flags & TIMER_ABSTIME) == 0) rt::accesses::put(rest, *time, __builtin_return_address(0));
    return EINTR;
  }
  rt::sleep_virtually(duration, __builtin_return_address(0));
  return 0;
}

int sched_yield() noexcept {
  if (rt::is_off()) return rt::next::sched_yield();
  rt::spins::mark_caller();
  rt::sleep_virtually(0, __builtin_return_address(0));
  return 0;
}

}  // extern "C"
