// SPDX-License-Identifier: Apache-2.0
// Futexes as programs reach them: through libc's `syscall`. std::atomic's wait and notify, the
// C++20 latch, barrier and semaphore, std::future and others are built on them.
//
// A wait is two steps: FutexWait compares and goes to sleep, FutexResume returns. A wake of one
// among several sleepers is a choice; sleepers are numbered by order of arrival.
#include "runtime/intercept/locks/futex.hpp"

#include <cerrno>
#include <climits>
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/binomial.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/atomics.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/snapshot/outside.hpp"

namespace skein::runtime {

namespace {

bool is_sleeping_on(const Agent& a, const void* word) { return a.sleeps_on == word && !a.is_woken; }

std::uint32_t count_sleepers(const void* word) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    if (is_sleeping_on(g.agents[g.live[i]], word)) ++n;
  }
  return n;
}

Agent* find_sleeper(const void* word, std::uint32_t index) {
  std::uint64_t after = 0;
  for (std::uint32_t k = 0;; ++k) {
    Agent* first = nullptr;
    for (std::uint32_t i = 0; i < g.live_count; ++i) {
      Agent& a = g.agents[g.live[i]];
      if (!is_sleeping_on(a, word) || a.arrival <= after) continue;
      if (first == nullptr || a.arrival < first->arrival) first = &a;
    }
    if (first == nullptr || k == index) return first;
    after = first->arrival;
  }
}

bool is_woken(const Agent& a) { return a.is_woken; }

constexpr std::int64_t kMaxChoices = 1U << 16U;

// `detail` is the number of sleepers that may be woken: every set of that size is a choice.
std::uint32_t count_wake_choices(const Agent& a) {
  const std::uint32_t n = count_sleepers(a.target);
  if (a.detail >= n) return 1;
  const std::int64_t sets = binomial(n, static_cast<std::int64_t>(a.detail), kMaxChoices + 1);
  return sets > kMaxChoices ? 1 : static_cast<std::uint32_t>(sets);
}

void wake(Agent& a) {
  a.is_woken = true;
  if (a.op.kind == OpKind::FutexResume) a.enabler = current_step();
}

long fail(int error) {
  errno = error;
  return -1;
}

// The kernel's result as libc's `syscall` returns it.
long as_libc(long result) {
  return result < 0 && result > -4096 ? fail(static_cast<int>(-result)) : result;
}

// `timeout` is a point in time if `is_absolute`, otherwise a duration; null means none.
long futex_wait(const std::uint32_t* word, std::uint32_t expected, const timespec* timeout,
                bool is_absolute, const void* site) {
  const bool is_timed = timeout != nullptr;
  const ObjectId object = g.interner.location(word, 4);
  visit(Request{.kind = OpKind::FutexWait, .first = object, .site = site});
  g.step->value = *word;
  g.step->seen = state_of(*word);
  if (*word != expected) return fail(EAGAIN);
  if (!is_running()) refuse("a futex wait with no other thread", site);
  Agent& me = *g.current;
  me.sleeps_on = word;
  me.is_woken = false;
  me.arrival = ++g.arrivals;
  visit(Request{.kind = is_timed ? OpKind::FutexTimedResume : OpKind::FutexResume,
                .first = object,
                .site = site,
                .is_ready = is_timed ? nullptr : &is_woken});
  g.step->seen = state_of(*word);
  const bool was_woken = me.is_woken;
  me.sleeps_on = nullptr;
  me.is_woken = false;
  if (was_woken) return 0;
  if (is_absolute) {
    advance_clock(*timeout);
  } else {
    pass_time(nanoseconds_of(*timeout));
  }
  return fail(ETIMEDOUT);
}

long futex_wake(std::uint32_t* word, std::uint32_t count, const void* site) {
  const std::uint32_t choice = visit(Request{.kind = OpKind::FutexWake,
                                             .first = g.interner.location(word, 4),
                                             .site = site,
                                             .target = word,
                                             .detail = count,
                                             .count_choices = &count_wake_choices});
  g.step->seen = state_of(*word);
  const std::uint32_t sleepers = count_sleepers(word);
  const std::uint32_t woken = count < sleepers ? count : sleepers;
  if (binomial(sleepers, woken, kMaxChoices + 1) > kMaxChoices) {
    refuse("a futex wake with too many ways to choose whom to wake", site);
  }
  // Choice number c is the c-th set of `woken` sleepers in lexicographic order, by arrival.
  std::int64_t c = choice;
  std::uint32_t passed = 0;  // sleepers that stay asleep
  for (std::uint32_t i = 0, left = woken; left > 0; ++i) {
    const std::int64_t with_this = binomial(sleepers - i - 1, left - 1, kMaxChoices + 1);
    if (c >= with_this) {
      c -= with_this;
      ++passed;
      continue;
    }
    wake(*find_sleeper(word, passed));
    --left;
  }
  return woken;
}

}  // namespace

long futex(std::uint32_t* word, int operation, std::uint32_t value, const timespec* timeout,
           const void* site) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT: return futex_wait(word, value, timeout, false, site);
    case FUTEX_WAIT_BITSET: return futex_wait(word, value, timeout, true, site);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return futex_wake(word, value, site);
    default: refuse("a futex operation other than wait and wake", site);
  }
}

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

// Called by our variant of <bits/atomic_wait.h>: a program that calls `syscall` itself might ask
// the kernel for anything.
long skein_runtime_futex(const void* word, int operation, int value, const void* timeout) noexcept {
  if (rt::is_off()) {
    return rt::as_libc(skein::syscalls::call(SYS_futex, skein::syscalls::as_long(word), operation,
                                             value, skein::syscalls::as_long(timeout)));
  }
  return rt::futex(static_cast<std::uint32_t*>(const_cast<void*>(word)), operation,
                   static_cast<std::uint32_t>(value), static_cast<const timespec*>(timeout),
                   __builtin_return_address(0));
}

long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long a[6];
  for (long& argument : a) argument = va_arg(list, long);
  va_end(list);
  if (!rt::is_off()) {
    const void* site = __builtin_return_address(0);
    switch (number) {
      case SYS_futex:
        return rt::futex(reinterpret_cast<std::uint32_t*>(a[0]), static_cast<int>(a[1]),
                         static_cast<std::uint32_t>(a[2]), reinterpret_cast<const timespec*>(a[3]),
                         site);
      case SYS_gettid: return gettid();
      case SYS_getpid: return getpid();
      case SYS_kill: return kill(static_cast<pid_t>(a[0]), static_cast<int>(a[1]));
      case SYS_tkill: return tgkill(getpid(), static_cast<pid_t>(a[0]), static_cast<int>(a[1]));
      case SYS_tgkill:
        return tgkill(static_cast<pid_t>(a[0]), static_cast<pid_t>(a[1]), static_cast<int>(a[2]));
      case SYS_rt_sigaction:
      case SYS_rt_sigprocmask:
      case SYS_rt_sigpending:
      case SYS_rt_sigsuspend:
      case SYS_rt_sigtimedwait:
      case SYS_rt_sigqueueinfo:
      case SYS_rt_tgsigqueueinfo:
      case SYS_pause:
      case SYS_alarm:
      case SYS_setitimer:
      case SYS_timer_create: rt::refuse("signals by syscall", site);
      case SYS_getrandom:
        return getrandom(reinterpret_cast<void*>(a[0]), static_cast<std::size_t>(a[1]), 0);
      case SYS_sched_yield: return rt::sleep_virtually(0, site), 0;
      case SYS_fork:
      case SYS_vfork:
      case SYS_clone:
      case SYS_execve: rt::refuse("a new process by syscall", site);
      default: rt::outside::note_change();  // it may be anything
    }
  }
  return rt::as_libc(skein::syscalls::call(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}

}  // extern "C"
