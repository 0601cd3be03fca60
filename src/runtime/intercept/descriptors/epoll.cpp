// SPDX-License-Identifier: Apache-2.0
// Sets of descriptors that a thread waits for. The kernel keeps them, with all their modes; a wait
// for the conduits in them is a sleep (conduits.hpp). Anything else in a set is refused: what is
// not the program's could end the wait.
#include <cerrno>
#include <poll.h>
#include <sys/epoll.h>
#include <time.h>

#include "runtime/intercept/descriptors/conduits.hpp"
#include "runtime/intercept/descriptors/timers.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/signals/signal_sets.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(int)> epoll_create1("epoll_create1");
NextSymbol<int(int, int, int, epoll_event*)> epoll_ctl("epoll_ctl");
NextSymbol<int(int, epoll_event*, int, int)> epoll_wait("epoll_wait");
}  // namespace next
Refused<int(int, epoll_event*, int, int, const sigset_t*)> refused_pwait(
    "epoll_pwait with a signal mask");
Refused<int(int, epoll_event*, int, const timespec*, const sigset_t*)> refused_pwait2(
    "epoll_pwait2");

void note_set(int number, int change) {
  timers::note_set(number, change);
  signal_sets::note_set(number, change);
}

int create(int flags, const void* site) {
  if (is_off()) return next::epoll_create1(flags);
  const int set = next::epoll_create1(flags);
  conduits::opened(conduits::Kind::EpollSet, set, -1, site);
  return set;
}

bool is_ready(int set) {
  pollfd entry{set, POLLIN, 0};
  return syscalls::call(SYS_poll, syscalls::as_long(&entry), 1, 0) > 0;
}

std::uint32_t count_timer_choices() {
  return timers::may_expire_in_set() ? timers::count_choices() : 1;
}

// A wait that finds nothing sleeps, and goes on when a timer expires or a signal comes; in any
// other one timers may have expired before, and a signal may have come. `detail`: the set, and
// whether it never sleeps.
std::uint32_t count_choices(const Agent& a) {
  const auto set = static_cast<int>(a.detail / 2);
  const bool returns = a.detail % 2 != 0 || is_ready(set);
  if (!returns) return 1;
  return count_timer_choices() * (1 + signal_sets::count_coming(signal_sets::kOfEpollSets));
}

void apply(std::uint32_t choice) {
  const std::uint32_t timer_choices = count_timer_choices();
  const std::uint32_t signal = choice / timer_choices;
  if (signal > 0) signal_sets::come(signal_sets::kOfEpollSets, signal - 1);
  timers::expire_choice(choice % timer_choices);
}

int wait(int set, epoll_event* events, int most, int milliseconds, const void* site) {
  if (is_off() || !conduits::is_conduit(set))
    return next::epoll_wait(set, events, most, milliseconds);
  signals::at_call(site);
  for (;;) {
    conduits::Waiting waiting;
    const std::uint64_t detail = 2 * static_cast<std::uint64_t>(set) + (milliseconds == 0 ? 1 : 0);
    apply(waiting.begin_look(set, POLLIN, site, &count_choices, detail));
    static_cast<void>(waiting.watch(set, POLLIN, site));
    const int found = next::epoll_wait(set, events, most, 0);
    if (found > 0) {
      accesses::written(events, static_cast<std::size_t>(found) * sizeof(*events), site);
    }
    if (found != 0 || milliseconds == 0) return found;
    const auto nanoseconds =
        milliseconds < 0 ? 0 : static_cast<std::uint64_t>(milliseconds) * 1'000'000;
    if (!waiting.sleep(milliseconds > 0, nanoseconds, site)) return 0;
    if (waiting.is_interrupted()) {
      errno = EINTR;
      return -1;
    }
  }
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int epoll_create(int size) noexcept {
  if (size <= 0) {
    errno = EINVAL;
    return -1;
  }
  return rt::create(0, __builtin_return_address(0));
}
int epoll_create1(int flags) noexcept { return rt::create(flags, __builtin_return_address(0)); }

int epoll_ctl(int set, int operation, int number, epoll_event* event) noexcept {
  if (rt::is_off() || !rt::conduits::is_conduit(set)) {
    return rt::next::epoll_ctl(set, operation, number, event);
  }
  const void* const site = __builtin_return_address(0);
  rt::accesses::read(event, sizeof(*event), site);
  rt::conduits::put_into_set(number);
  rt::conduits::begin_change(set, site);
  const int result = rt::next::epoll_ctl(set, operation, number, event);
  const int error = errno;
  if (result == 0 && !rt::conduits::is_conduit(number)) {
    rt::refuse("epoll of a descriptor from outside", site);
  }
  if (result == 0 && operation == EPOLL_CTL_ADD) rt::note_set(number, 1);
  if (result == 0 && operation == EPOLL_CTL_DEL) rt::note_set(number, -1);
  if (rt::timers::is_timer(number) || rt::signal_sets::is_signal_set(number)) {
    rt::conduits::rouse(set);
  }
  rt::conduits::end_change(set);
  errno = error;
  return result;
}

int epoll_wait(int set, epoll_event* events, int most, int milliseconds) {
  return rt::wait(set, events, most, milliseconds, __builtin_return_address(0));
}
int epoll_pwait(int set, epoll_event* events, int most, int milliseconds, const sigset_t* mask) {
  const void* const site = __builtin_return_address(0);
  if (mask == nullptr) return rt::wait(set, events, most, milliseconds, site);
  return rt::refused_pwait.call(site, set, events, most, milliseconds, mask);
}
int epoll_pwait2(int set, epoll_event* events, int most, const timespec* timeout,
                 const sigset_t* mask) {
  return rt::refused_pwait2.call(__builtin_return_address(0), set, events, most, timeout, mask);
}

}  // extern "C"
