// SPDX-License-Identifier: Apache-2.0
// Timers that send signals or start threads: timer_create, setitimer, alarm. They may expire at any
// moment after they were armed.
//
// A signal comes as signal_sources.hpp says. A thread is created when the timer is armed, and runs
// its function only if the timer is still armed that way when the thread begins. A timer that
// starts one thread after another is refused: their number is not known.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/time.h>
#include <time.h>

#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/signals/signal_sources.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/intercept/threads/thread_lifecycle.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/memory/race_detector.hpp"

namespace skein::runtime::signals {

namespace {

namespace next {
NextSymbol<int(clockid_t, sigevent*, timer_t*)> timer_create("timer_create");
NextSymbol<int(timer_t)> timer_delete("timer_delete");
NextSymbol<int(timer_t, int, const itimerspec*, itimerspec*)> timer_settime("timer_settime");
NextSymbol<int(timer_t, itimerspec*)> timer_gettime("timer_gettime");
NextSymbol<int(timer_t)> timer_getoverrun("timer_getoverrun");
NextSymbol<int(__itimer_which_t, const itimerval*, itimerval*)> setitimer("setitimer");
NextSymbol<int(__itimer_which_t, itimerval*)> getitimer("getitimer");
NextSymbol<unsigned(unsigned)> alarm("alarm");
}  // namespace next

// What a timer does besides what signal_timers knows of it; the first one is setitimer's.
struct Deed {
  int notify = SIGEV_SIGNAL;
  clockid_t clock = CLOCK_REALTIME;
  void (*function)(sigval) = nullptr;
  sigval value{};
  std::uint64_t turn = 0;  // the number of the arming
};
Deed deeds[kMostSignalTimers];

// A thread that a timer has started, and for which arming.
struct Start {
  int timer;
  std::uint64_t turn;
};
constexpr int kMostStarts = 64;
Start starts[kMostStarts];
int start_count = 0;
std::uint64_t turns = 0;
std::uint32_t seen_run = 0;

void forget_last_run() {
  if (seen_run == run_number) return;
  seen_run = run_number;
  start_count = 0;
  turns = 0;
  for (Deed& deed : deeds) deed = Deed{};
}

std::uint64_t left_of(const SignalTimer& timer) {
  if (!timer.is_armed) return 0;
  const std::uint64_t now = g.current != nullptr ? g.current->clock_ns : 0;
  return timer.due > now ? timer.due - now : 1000;
}

itimerspec setting_of(const SignalTimer& timer) {
  return {timespec_of(timer.is_armed ? timer.interval : 0), timespec_of(left_of(timer))};
}

itimerval value_of(const SignalTimer& timer) {
  return {timeval_of(timer.is_armed ? timer.interval : 0), timeval_of(left_of(timer))};
}

void* begin_thread(void* argument) {
  const Start& start = *static_cast<const Start*>(argument);
  visit(Request{.kind = OpKind::FutexWake, .first = object()});
  Deed& deed = deeds[start.timer];
  if (deed.turn != start.turn) return nullptr;
  races::on_acquired(object());
  deed.turn = 0;
  signal_timers[start.timer].is_armed = false;
  deed.function(deed.value);
  return nullptr;
}

// A timer without a signal: what others see of it.
void arm_silently(int index, std::uint64_t time, std::uint64_t interval, const void* site) {
  visit(Request{.kind = OpKind::FutexWake, .first = object(), .site = site});
  SignalTimer& timer = signal_timers[index];
  timer.is_armed = time > 0;
  timer.due = g.current->clock_ns + time;
  timer.interval = interval;
  deeds[index].turn = time > 0 ? ++turns : 0;
  races::on_released();
}

void start_thread(int index, const void* site) {
  if (start_count == kMostStarts) refuse("this many threads started by timers", site);
  Start& start = starts[start_count++];
  start = {index, deeds[index].turn};
  pthread_t thread{};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  create_thread(&thread, &attributes, &begin_thread, &start,
                reinterpret_cast<const void*>(deeds[index].function), site);
  pthread_attr_destroy(&attributes);
}

void set(int index, std::uint64_t time, std::uint64_t interval, const void* site) {
  if (!is_running()) refuse("a timer before main or after the last thread", site);
  const Deed& deed = deeds[index];
  if (deed.notify == SIGEV_SIGNAL) {
    arm(signal_timers[index], time, interval, site);
    return;
  }
  const bool starts_thread = deed.notify == SIGEV_THREAD && time > 0;
  if (starts_thread && interval > 0) refuse("a timer that starts threads again and again", site);
  arm_silently(index, time, interval, site);
  if (starts_thread) start_thread(index, site);
}

// To the program, timers are numbers; 0 is not a timer.
timer_t handle_of(int index) {
  return reinterpret_cast<timer_t>(static_cast<std::intptr_t>(index) + 1);
}

// Negative: there is no such timer.
int index_of(timer_t timer) {
  forget_last_run();
  const auto index = static_cast<int>(reinterpret_cast<std::intptr_t>(timer)) - 1;
  const bool is_known = index > 0 && index < kMostSignalTimers && signal_timers[index].is_used;
  if (!is_known) errno = EINVAL;
  return is_known ? index : -1;
}

int create(clockid_t clock, const sigevent* event, timer_t* result, const void* site) {
  if (!is_running()) refuse("a timer before main or after the last thread", site);
  forget_last_run();
  visit(Request{.kind = OpKind::FutexWake, .first = object(), .site = site});
  int index = 1;
  while (index < kMostSignalTimers && signal_timers[index].is_used) ++index;
  if (index == kMostSignalTimers) refuse("this many timers that send signals", site);
  SignalTimer& timer = use_timer(index, SIGALRM);
  deeds[index] = Deed{};
  deeds[index].clock = clock;
  if (event != nullptr) {
    accesses::read(event, sizeof(*event), site);
    const int notify = event->sigev_notify;
    if (notify != SIGEV_SIGNAL && notify != SIGEV_NONE && notify != SIGEV_THREAD) {
      refuse("a timer that sends its signal to one thread", site);
    }
    deeds[index].notify = notify;
    deeds[index].value = event->sigev_value;
    if (notify == SIGEV_THREAD) deeds[index].function = event->sigev_notify_function;
    if (notify == SIGEV_SIGNAL) timer.signal = event->sigev_signo;
  }
  accesses::put(result, handle_of(index), site);
  return 0;
}

SignalTimer& real_time_timer() {
  forget_last_run();
  return signal_timers[0].is_used ? signal_timers[0] : use_timer(0, SIGALRM);
}

}  // namespace

}  // namespace skein::runtime::signals

namespace rt = skein::runtime;
namespace sg = skein::runtime::signals;

extern "C" {

int timer_create(clockid_t clock, sigevent* event, timer_t* timer) noexcept {
  if (rt::is_off()) return sg::next::timer_create(clock, event, timer);
  return sg::create(clock, event, timer, __builtin_return_address(0));
}

int timer_settime(timer_t timer, int flags, const itimerspec* setting, itimerspec* old) noexcept {
  if (rt::is_off()) return sg::next::timer_settime(timer, flags, setting, old);
  const void* const site = __builtin_return_address(0);
  const int index = sg::index_of(timer);
  if (index < 0) return -1;
  rt::accesses::read(setting, sizeof(*setting), site);
  rt::accesses::put(old, sg::setting_of(sg::signal_timers[index]), site);
  std::uint64_t time = rt::nanoseconds_of(setting->it_value);
  if ((flags & TIMER_ABSTIME) != 0 && time > 0) {
    time = rt::time_until(sg::deeds[index].clock, setting->it_value);
    if (time == 0) time = 1;
  }
  sg::set(index, time, rt::nanoseconds_of(setting->it_interval), site);
  return 0;
}

int timer_gettime(timer_t timer, itimerspec* setting) noexcept {
  if (rt::is_off()) return sg::next::timer_gettime(timer, setting);
  const int index = sg::index_of(timer);
  if (index < 0) return -1;
  rt::accesses::put(setting, sg::setting_of(sg::signal_timers[index]), __builtin_return_address(0));
  return 0;
}

int timer_getoverrun(timer_t timer) noexcept {
  if (rt::is_off()) return sg::next::timer_getoverrun(timer);
  return sg::index_of(timer) < 0 ? -1 : 0;
}

int timer_delete(timer_t timer) noexcept {
  if (rt::is_off()) return sg::next::timer_delete(timer);
  const int index = sg::index_of(timer);
  if (index < 0) return -1;
  sg::set(index, 0, 0, __builtin_return_address(0));
  sg::signal_timers[index].is_used = false;
  return 0;
}

int setitimer(__itimer_which_t which, const itimerval* value, itimerval* old) noexcept {
  if (rt::is_off()) return sg::next::setitimer(which, value, old);
  const void* const site = __builtin_return_address(0);
  if (which != ITIMER_REAL) rt::refuse("a timer of the time that the program computes", site);
  rt::accesses::read(value, sizeof(*value), site);
  rt::accesses::put(old, sg::value_of(sg::real_time_timer()), site);
  sg::set(0, rt::nanoseconds_of(value->it_value), rt::nanoseconds_of(value->it_interval), site);
  return 0;
}

int getitimer(__itimer_which_t which, itimerval* value) noexcept {
  if (rt::is_off()) return sg::next::getitimer(which, value);
  const void* const site = __builtin_return_address(0);
  if (which != ITIMER_REAL) rt::refuse("a timer of the time that the program computes", site);
  rt::accesses::put(value, sg::value_of(sg::real_time_timer()), site);
  return 0;
}

unsigned alarm(unsigned seconds) noexcept {
  if (rt::is_off()) return sg::next::alarm(seconds);
  const std::uint64_t left = sg::left_of(sg::real_time_timer());
  sg::set(0, seconds * rt::kSecond, 0, __builtin_return_address(0));
  return static_cast<unsigned>((left + rt::kSecond - 1) / rt::kSecond);
}

}  // extern "C"
