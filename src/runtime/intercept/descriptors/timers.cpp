// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/descriptors/timers.hpp"

#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include "runtime/intercept/descriptors/conduits.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime::timers {

namespace {

namespace next {
NextSymbol<int(int, int)> timerfd_create("timerfd_create");
NextSymbol<int(int, int, const itimerspec*, itimerspec*)> timerfd_settime("timerfd_settime");
NextSymbol<int(int, itimerspec*)> timerfd_gettime("timerfd_gettime");
NextSymbol<int(unsigned, int)> eventfd("eventfd");
}  // namespace next

struct Timer {
  int number = -1;
  clockid_t clock = CLOCK_MONOTONIC;
  int descriptors = 0;  // that refer to it
  int sets = 0;         // that it is in
  bool is_armed = false;
  bool has_expired = false;  // and was not read since
  std::uint64_t due = 0;     // by the clock of the agent that armed it
  std::uint64_t time = 0;    // from then on
  std::uint64_t interval = 0;
  std::uint64_t turn = 0;  // the number of the arming
  AgentId armed_by;
};

constexpr int kMostTimers = 64;
constexpr int kMostTogether = 6;  // whose subsets are enumerated
Timer table[kMostTimers];
int count = 0;
std::uint64_t turns = 0;
std::uint8_t indices[conduits::kMostDescriptors];  // by descriptor, from 1 on; 0: no timer

ssize_t failed(int error) {
  errno = error;
  return -1;
}

Timer& timer_of(int number) { return table[indices[number] - 1]; }

bool may_expire(const Timer& t) { return t.is_armed && !t.has_expired; }

bool is_certainly_before(const Timer& a, const Timer& b) {
  const bool is_together =
      conduits::description_of(a.number).is_polled && conduits::description_of(b.number).is_polled;
  return is_together && a.armed_by == b.armed_by && a.turn < b.turn && a.time <= b.time;
}

void add_expirations(const Timer& t, std::uint64_t times) {
  syscalls::call(SYS_write, t.number, syscalls::as_long(&times), sizeof(times));
}

void expire(Timer& t) {
  t.has_expired = true;
  if (t.interval == 0) t.is_armed = false;
  add_expirations(t, 1);
  if (g.current != nullptr && g.current->clock_ns < t.due) pass_time(t.due - g.current->clock_ns);
  t.due += t.interval;
  for (int i = 0; i < count; ++i) {
    if (may_expire(table[i]) && is_certainly_before(table[i], t)) expire(table[i]);
  }
  conduits::wake(conduits::description_of(t.number).conduit);
}

// The timers of epoll sets that may expire. Returns how many.
int find_candidates(Timer* (&found)[kMostTogether]) {
  int used = 0;
  for (int i = 0; i < count; ++i) {
    Timer& t = table[i];
    if (t.sets == 0 || !may_expire(t)) continue;
    if (used == kMostTogether) refuse("this many timers in epoll sets", nullptr);
    found[used++] = &t;
  }
  return used;
}

// Whether those that come before a timer of the set are in it.
bool is_closed(Timer* const* candidates, int used, std::uint32_t set) {
  for (int i = 0; i < used; ++i) {
    if ((set >> i & 1U) == 0) continue;
    for (int k = 0; k < used; ++k) {
      const bool is_missing = (set >> k & 1U) == 0;
      if (is_missing && is_certainly_before(*candidates[k], *candidates[i])) return false;
    }
  }
  return true;
}

// The time that is left, at least a little while the timer is armed.
itimerspec setting_of(const Timer& t) {
  if (!t.is_armed) return {};
  const std::uint64_t now = g.current != nullptr ? g.current->clock_ns : 0;
  return {timespec_of(t.interval), timespec_of(t.due > now ? t.due - now : 1)};
}

// What was not read is lost when the timer is set again.
void forget_expirations(const Timer& t) {
  pollfd entry{t.number, POLLIN, 0};
  std::uint64_t old = 0;
  if (syscalls::call(SYS_poll, syscalls::as_long(&entry), 1, 0) > 0) {
    syscalls::call(SYS_read, t.number, syscalls::as_long(&old), sizeof(old));
  }
}

void arm(Timer& t, const itimerspec& setting, bool is_absolute) {
  const std::uint64_t value = nanoseconds_of(setting.it_value);
  t.is_armed = value > 0;
  t.has_expired = false;
  t.interval = nanoseconds_of(setting.it_interval);
  t.turn = ++turns;
  t.armed_by = g.current->id;
  t.time = is_absolute ? time_until(t.clock, setting.it_value) : value;
  t.due = g.current->clock_ns + t.time;
  forget_expirations(t);
  if (t.is_armed && t.time == 0) expire(t);
}

// A read says how often the timer has expired: one that goes on may have done so twice before. A
// read that waits begins with a timer that has not expired, as far as is known.
struct Read {
  int number;
  bool waits;
};
std::uint64_t detail_of(const Read& read) {
  return 2 * static_cast<std::uint64_t>(read.number) + (read.waits ? 1 : 0);
}
Read read_of(std::uint64_t detail) { return {static_cast<int>(detail / 2), detail % 2 != 0}; }

std::uint32_t count_results(const Agent& a) {
  const Read read = read_of(a.detail);
  const Timer& t = timer_of(read.number);
  const std::uint32_t expirations = t.interval > 0 ? 2 : 1;
  if (t.has_expired) return expirations;
  return may_expire(t) && !read.waits ? 1 + expirations : 1;
}

// In the step of the read.
void choose_result(Timer& t, std::uint32_t choice) {
  std::uint64_t more = choice;
  if (!t.has_expired && choice > 0) {
    expire(t);
    more = choice - 1;
  }
  if (more > 0) add_expirations(t, more);
}

}  // namespace

void begin_run() {
  for (int i = 0; i < count; ++i) table[i] = Timer{};
  if (count > 0) {
    for (std::uint8_t& index : indices) index = 0;
  }
  count = 0;
  turns = 0;
}

bool is_timer(int number) {
  return count > 0 && number >= 0 && number < conduits::kMostDescriptors && indices[number] != 0;
}

void copied(int from, int to) {
  if (count == 0) return;
  indices[to] = is_timer(from) ? indices[from] : std::uint8_t{0};
  if (indices[to] != 0) ++timer_of(to).descriptors;
}

void note_set(int number, int change) {
  if (is_timer(number)) timer_of(number).sets += change;
}

bool may_expire(int number) { return is_timer(number) && may_expire(timer_of(number)); }

bool may_expire_in_set() {
  for (int i = 0; i < count; ++i) {
    if (table[i].sets > 0 && may_expire(table[i])) return true;
  }
  return false;
}

void expire(int number) { expire(timer_of(number)); }

std::uint32_t count_choices() {
  Timer* candidates[kMostTogether];
  const int used = find_candidates(candidates);
  std::uint32_t choices = 0;
  for (std::uint32_t set = 0; set < 1U << used; ++set) {
    if (is_closed(candidates, used, set)) ++choices;
  }
  return choices;
}

void expire_choice(std::uint32_t choice) {
  Timer* candidates[kMostTogether];
  const int used = find_candidates(candidates);
  std::uint32_t set = 0;
  while (choice > 0) {
    if (is_closed(candidates, used, ++set)) --choice;
  }
  for (int i = 0; i < used; ++i) {
    if ((set >> i & 1U) != 0 && may_expire(*candidates[i])) expire(*candidates[i]);
  }
}

ssize_t read(int number, void* buffer, std::size_t size, const void* site) {
  if (size < sizeof(std::uint64_t)) return failed(EINVAL);
  signals::at_call(site);
  const conduits::Transfer transfer(number);
  const Read read{number, !conduits::never_waits(number)};
  for (;;) {
    conduits::Waiting waiting;
    const std::uint32_t choice =
        waiting.begin_look(number, POLLIN, site, &count_results, detail_of(read));
    Timer& t = timer_of(number);
    const bool is_gone = conduits::description_of(number).is_closed && transfer.number() == number;
    if (is_gone) return failed(EBADF);
    choose_result(t, choice);
    static_cast<void>(waiting.watch(number, POLLIN, site));
    if (t.has_expired) {
      t.has_expired = false;
      return syscalls::call(SYS_read, transfer.number(), syscalls::as_long(buffer),
                            sizeof(std::uint64_t));
    }
    if (!read.waits) return failed(EAGAIN);
    waiting.sleep(false, 0, site);
    if (waiting.is_ended()) return failed(EINTR);
  }
}

void closed(int number) {
  if (!is_timer(number)) return;
  Timer& t = timer_of(number);
  if (--t.descriptors == 0) t.is_armed = false;
}

}  // namespace skein::runtime::timers

namespace rt = skein::runtime;
namespace ti = skein::runtime::timers;

extern "C" {

int timerfd_create(int clock, int flags) noexcept {
  if (rt::is_off()) return ti::next::timerfd_create(clock, flags);
  const void* const site = __builtin_return_address(0);
  static_assert(int{TFD_NONBLOCK} == int{EFD_NONBLOCK} && int{TFD_CLOEXEC} == int{EFD_CLOEXEC});
  if ((flags & ~(TFD_NONBLOCK | TFD_CLOEXEC)) != 0) {
    return static_cast<int>(ti::failed(EINVAL));
  }
  const int number = ti::next::eventfd(0U, flags);
  rt::conduits::opened(rt::conduits::Kind::Timer, number, -1, site);
  if (!rt::is_running()) rt::refuse("a timer after the last thread", site);
  if (number < 0) return number;
  if (ti::count == ti::kMostTimers) rt::refuse("this many timers", site);
  ti::table[ti::count].number = number;
  ti::table[ti::count].clock = clock;
  ti::table[ti::count].descriptors = 1;
  ti::indices[number] = static_cast<std::uint8_t>(++ti::count);
  return number;
}

int timerfd_settime(int number, int flags, const itimerspec* setting, itimerspec* old) noexcept {
  if (rt::is_off()) return ti::next::timerfd_settime(number, flags, setting, old);
  const void* const site = __builtin_return_address(0);
  if (!ti::is_timer(number)) rt::refuse("a timer that was not made by this run", site);
  rt::accesses::read(setting, sizeof(*setting), site);
  rt::conduits::begin_change(number, site);
  if (rt::conduits::description_of(number).is_closed) return static_cast<int>(ti::failed(EBADF));
  ti::Timer& timer = ti::timer_of(number);
  rt::accesses::put(old, ti::setting_of(timer), site);
  ti::arm(timer, *setting, (flags & TFD_TIMER_ABSTIME) != 0);
  rt::conduits::rouse(number);
  return 0;
}

int timerfd_gettime(int number, itimerspec* setting) noexcept {
  if (rt::is_off()) return ti::next::timerfd_gettime(number, setting);
  const void* const site = __builtin_return_address(0);
  if (!ti::is_timer(number)) rt::refuse("a timer that was not made by this run", site);
  rt::conduits::begin_change(number, site);
  rt::accesses::put(setting, ti::setting_of(ti::timer_of(number)), site);
  return 0;
}

}  // extern "C"
