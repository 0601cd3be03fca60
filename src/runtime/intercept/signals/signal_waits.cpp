// SPDX-License-Identifier: Apache-2.0
// Waits for signals: sigwait and its relatives take a pending signal, sigsuspend and pause return
// after a handler has run on the thread's own stack.
//
// A wait looks, in one step, whether a signal is there; if not, it sleeps as on a futex until a
// send wakes it, and looks again: another thread may have been faster. No signal comes from
// outside, so a thread that waits for one which the program does not send waits for ever; the
// verdict says so.
#include <cerrno>
#include <cstdint>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/signals/signal_sources.hpp"
#include "runtime/intercept/signals/signal_state.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime::signals {

namespace {

namespace next {
NextSymbol<int(const sigset_t*, int*)> sigwait("sigwait");
NextSymbol<int(const sigset_t*, siginfo_t*)> sigwaitinfo("sigwaitinfo");
NextSymbol<int(const sigset_t*, siginfo_t*, const timespec*)> sigtimedwait("sigtimedwait");
NextSymbol<int(const sigset_t*)> sigsuspend("sigsuspend");
NextSymbol<int()> pause("pause");
}  // namespace next

bool is_woken(const Agent& a) { return a.is_woken; }

Set pending_in(Set set) { return (current().pending | process_pending) & set; }

// Asynchronous signals that may come and are not pending (signal_sources.hpp).
Set coming_in(Set set) { return coming() & set & ~pending_in(set); }

// A wait that finds nothing sleeps, until a signal comes; in any other one it may have come before.
// `detail`: the set of signals.
std::uint32_t count_if_found(const Agent& a) {
  return pending_in(a.detail) != 0 ? 1 + size_of(coming_in(a.detail)) : 1;
}
std::uint32_t count_always(const Agent& a) { return 1 + size_of(coming_in(a.detail)); }

// A step: the pending signals of the set, of the thread and of the process. One of those in `own`
// may come asynchronously.
Set look(Set set, Set own, bool never_sleeps, const void* site) {
  refuse_if_left(site);
  shared_state::note_signal_traffic();
  g.channel->has_signal_handler = true;  // a signal from outside would make a difference
  const std::uint32_t choice =
      visit(Request{.kind = OpKind::FutexWait,
                    .first = object(),
                    .site = site,
                    .detail = own,
                    .count_choices = never_sleeps ? &count_always : &count_if_found});
  if (choice > 0) come(nth_of(coming_in(own), choice - 1));
  const Set found = pending_in(set);
  g.step->value = found == 0 ? 0 : first_of(found);
  return found;
}

constexpr Set kTimeOut = Set{1} << (SIGKILL - 1);  // among signals: the time is over

std::uint32_t count_ends(const Agent& a) {
  if (a.is_woken) return 1;
  const std::uint32_t ends =
      size_of(coming_in(a.detail & ~kTimeOut)) + ((a.detail & kTimeOut) != 0 ? 1 : 0);
  return ends > 0 ? ends : 1;
}

// Sleeps until a send, or until one of `own` comes asynchronously; false: the time is over.
bool sleep(Set own, const timespec* timeout, const void* site) {
  if (!is_running()) refuse("a wait for a signal with no other thread", site);
  Agent& me = *g.current;
  me.is_woken = false;
  own &= ~kNotBlockable;
  const bool may_time_out = timeout != nullptr;
  const bool ends_by_itself = may_time_out || coming_in(own) != 0;
  const std::uint32_t end =
      visit(Request{.kind = ends_by_itself ? OpKind::FutexTimedResume : OpKind::FutexResume,
                    .first = object(),
                    .site = site,
                    .detail = own | (may_time_out ? kTimeOut : 0),
                    .is_ready = ends_by_itself ? nullptr : &is_woken,
                    .count_choices = ends_by_itself ? &count_ends : nullptr});
  const bool was_woken = me.is_woken;
  me.is_woken = false;
  g.step->value = was_woken ? 1 : 0;
  if (was_woken) return true;
  const Set possible = coming_in(own);
  if (end < size_of(possible)) {
    come(nth_of(possible, end));
    return true;
  }
  if (!may_time_out) return true;  // the timer was disarmed meanwhile
  pass_time(nanoseconds_of(*timeout));
  return false;
}

// The signal that was taken, or 0 if the time is over.
int wait(const sigset_t& given, const timespec* timeout, const void* site) {
  const Set set = set_of(given) & ~kNotBlockable;
  for (;;) {
    const bool never_sleeps = timeout != nullptr && timeout->tv_sec == 0 && timeout->tv_nsec == 0;
    if (const Set found = look(set, set, never_sleeps, site); found != 0) {
      const int signal = first_of(found);
      take(signal);
      return signal;
    }
    if (never_sleeps) return 0;
    current().awaited = set;
    const bool was_woken = sleep(set, timeout, site);
    current().awaited = 0;
    if (!was_woken) return 0;
  }
}

int wait_info(const sigset_t* set, siginfo_t* info, const timespec* timeout, const void* site) {
  accesses::read(set, sizeof(*set), site);
  const int signal = wait(*set, timeout, site);
  if (signal == 0) {
    errno = EAGAIN;
    return -1;
  }
  accesses::put(info, info_of(signal), site);
  return signal;
}

}  // namespace

int suspend(Set mask, const void* site) {
  const Set before = current().mask;
  for (;;) {
    const Set own = ~mask & handled();
    Set found = look(~mask, own, false, site);
    current().mask = mask;
    while (found != 0) {
      const int signal = first_of(found);
      found &= ~bit(signal);
      const Fate fate = fate_of(signal);
      take(signal);
      if (fate == Fate::Ignored) continue;
      act(signal, site);
      current().mask = before;
      deliver_pending(site);
      errno = EINTR;
      return -1;
    }
    current().is_suspended = true;
    static_cast<void>(sleep(own, nullptr, site));
    current().is_suspended = false;
  }
}

}  // namespace skein::runtime::signals

namespace rt = skein::runtime;
namespace sg = skein::runtime::signals;

extern "C" {

int sigwait(const sigset_t* set, int* signal) {
  if (rt::is_off()) return sg::next::sigwait(set, signal);
  const void* const site = __builtin_return_address(0);
  rt::accesses::read(set, sizeof(*set), site);
  const int taken = sg::wait(*set, nullptr, site);
  rt::accesses::put(signal, taken, site);
  return 0;
}

int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  if (rt::is_off()) return sg::next::sigwaitinfo(set, info);
  return sg::wait_info(set, info, nullptr, __builtin_return_address(0));
}

int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* timeout) {
  if (rt::is_off()) return sg::next::sigtimedwait(set, info, timeout);
  const void* const site = __builtin_return_address(0);
  if (timeout != nullptr) rt::accesses::read(timeout, sizeof(*timeout), site);
  return sg::wait_info(set, info, timeout, site);
}

int sigsuspend(const sigset_t* set) {
  if (rt::is_off()) return sg::next::sigsuspend(set);
  const void* const site = __builtin_return_address(0);
  rt::accesses::read(set, sizeof(*set), site);
  return sg::suspend(sg::set_of(*set) & ~sg::kNotBlockable, site);
}

int pause() {
  if (rt::is_off()) return sg::next::pause();
  return sg::suspend(sg::current().mask, __builtin_return_address(0));
}

}  // extern "C"
