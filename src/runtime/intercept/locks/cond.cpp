// SPDX-License-Identifier: Apache-2.0
// Condition variables. A wait is two steps: CondWait gives up the mutex and sleeps, CondWake
// returns with it. Which waiter a signal wakes is a choice. A timed wait may also return
// unsignalled whenever its mutex is free: then it has timed out. The agents record what they sleep
// on.
//
// A waiter whose time is up is no longer asleep, although it returns only once it has its mutex
// back: a signal in between goes to another waiter. If there is none, the signal is lost, which is
// a choice of the signal: all waiters had timed out. What a broadcast does to one waiter does not
// affect the others, so there the choice is made by the waiter, when it returns.
#include "runtime/intercept/locks/cond.hpp"

#include <cerrno>
#include <pthread.h>

#include "runtime/intercept/locks/lock_init.hpp"
#include "runtime/intercept/locks/mutex.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pthread_cond_t*, pthread_mutex_t*)> pthread_cond_wait("pthread_cond_wait");
NextSymbol<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)> pthread_cond_timedwait(
    "pthread_cond_timedwait");
NextSymbol<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>
    pthread_cond_clockwait("pthread_cond_clockwait");
NextSymbol<int(pthread_cond_t*, const pthread_condattr_t*)> pthread_cond_init("pthread_cond_init");
NextSymbol<int(pthread_cond_t*)> pthread_cond_signal("pthread_cond_signal");
NextSymbol<int(pthread_cond_t*)> pthread_cond_broadcast("pthread_cond_broadcast");
NextSymbol<int(pthread_cond_t*)> pthread_cond_destroy("pthread_cond_destroy");
}  // namespace next

// The mark of destroy in the last word of a condition variable; init and constructors clear it.
constexpr std::uint64_t kDestroyed = 0xdead5e1fdead5e1fULL;

std::uint64_t& last_word(pthread_cond_t* c) {
  return *reinterpret_cast<std::uint64_t*>(reinterpret_cast<char*>(c) + sizeof(*c) - 8);
}

void check_usable(void* c, const void* site) {
  if (last_word(static_cast<pthread_cond_t*>(c)) == kDestroyed) {
    violate(ViolationCode::DestroyedCondition, site);
  }
}

void check(const Condition& condition, const void* site) {
  if (condition.check_usable != nullptr) condition.check_usable(condition.address, site);
}

ObjectId condition_object(const void* c) {
  return g.interner.object(channel::ObjectClass::Cond, c);
}

bool is_waiting_on(const Agent& a, const void* c) { return a.sleeps_on == c && !a.is_woken; }

std::uint32_t count_waiters(const void* c) {
  std::uint32_t n = 0;
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    if (is_waiting_on(g.agents[g.live[i]], c)) ++n;
  }
  return n;
}

bool has_no_waiters(const Agent& a) { return count_waiters(a.target) == 0; }

// The current step is about to change who waits.
void note_waiters(const void* c) { g.step->seen = count_waiters(c); }

bool can_all_time_out(const void* c) {
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    const Agent& a = g.agents[g.live[i]];
    if (is_waiting_on(a, c) && !a.may_time_out) return false;
  }
  return true;
}

// One choice for each waiter that the signal may wake; the last choice wakes none, if all may have
// timed out. A signal without waiters has one outcome too.
std::uint32_t count_signal_choices(const Agent& a) {
  return count_waiters(a.target) + (can_all_time_out(a.target) ? 1 : 0);
}

// Whether the waiter was woken or had timed out before.
std::uint32_t count_wake_choices(const Agent& a) { return a.is_woken && a.may_time_out ? 2 : 1; }

// The `index`-th waiter by order of arrival.
Agent* find_waiter(const void* c, std::uint32_t index) {
  std::uint64_t after = 0;
  for (std::uint32_t k = 0;; ++k) {
    Agent* first = nullptr;
    for (std::uint32_t i = 0; i < g.live_count; ++i) {
      Agent& a = g.agents[g.live[i]];
      if (!is_waiting_on(a, c) || a.arrival <= after) continue;
      if (first == nullptr || a.arrival < first->arrival) first = &a;
    }
    if (first == nullptr || k == index) return first;
    after = first->arrival;
  }
}

void wake(Agent& a) {
  a.is_woken = true;
  // A timed wait needs no enabler: it could have returned anyway.
  if (a.op.kind == OpKind::CondWake) a.enabler = current_step();
}

// `target` is the lock, on the agent's stack.
bool can_wake_by_timeout(const Agent& a) {
  const auto& held = *static_cast<const WaitingLock*>(a.target);
  return held.is_free(held.lock);
}
bool can_wake(const Agent& a) { return a.is_woken && can_wake_by_timeout(a); }

bool had_spurious_wakeup[channel::kMaxAgents];

bool is_mutex_free(const void* m) { return is_free(*static_cast<const pthread_mutex_t*>(m)); }
void release_mutex(void* m) { release_for_wait(static_cast<pthread_mutex_t*>(m)); }
void take_mutex(void* m) { take_back(static_cast<pthread_mutex_t*>(m)); }

int wait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* until, const void* site) {
  check_can_wait(m, site);
  const WaitingLock held{m, object_of(m), &is_mutex_free, &release_mutex, &take_mutex};
  return wait_for(Condition{c, &check_usable}, held, until, site);
}

int init(pthread_cond_t* c, const pthread_condattr_t* attributes, const void* site) {
  visit_init_of_waited(condition_object(c), c, ViolationCode::InitialisesBusyCondition, site);
  return next::pthread_cond_init(c, attributes);
}

// A step, so that its order with the last uses is explored.
int destroy(pthread_cond_t* c, const void* site) {
  visit(Request{.kind = OpKind::LibraryCall, .first = condition_object(c), .site = site});
  note_waiters(c);
  if (is_running() && count_waiters(c) > 0) {
    violate(ViolationCode::DestroysBusyCondition, site);
  }
  last_word(c) = kDestroyed;
  return 0;
}

}  // namespace

int wait_for(const Condition& condition, const WaitingLock& held, const timespec* until,
             const void* site) {
  void* const c = condition.address;
  const ObjectId cond = condition_object(c);
  const ObjectId mutex = held.object;
  if (!is_running()) violate(ViolationCode::WaitsAlone, site);
  Agent& me = *g.current;
  g.channel->has_condition_wait = true;
  visit(Request{.kind = OpKind::CondWait, .first = cond, .second = mutex, .site = site});
  note_waiters(c);
  check(condition, site);
  held.release(held.lock);
  set_gate(false, true);
  me.sleeps_on = c;
  me.is_woken = false;
  me.may_time_out = until != nullptr;
  me.arrival = ++g.arrivals;
  const bool may_be_spurious =
      g.channel->settings.has_spurious_wakeups && !had_spurious_wakeup[me.id.index()];
  const bool may_be_unsignalled = until != nullptr || may_be_spurious;
  const std::uint32_t choice =
      visit(Request{.kind = may_be_unsignalled ? OpKind::CondTimedWake : OpKind::CondWake,
                    .first = cond,
                    .second = mutex,
                    .site = site,
                    .target = const_cast<WaitingLock*>(&held),
                    .is_ready = may_be_unsignalled ? &can_wake_by_timeout : &can_wake,
                    .count_choices = &count_wake_choices});
  note_waiters(c);
  const bool was_signalled = me.is_woken && choice == 0;
  me.sleeps_on = nullptr;
  me.is_woken = false;
  held.take_back(held.lock);
  set_gate(true, false);
  g.step->value = was_signalled ? 1 : 0;
  if (!was_signalled && until == nullptr) had_spurious_wakeup[me.id.index()] = true;
  if (was_signalled || until == nullptr) return 0;
  advance_clock(*until);
  return ETIMEDOUT;
}

void signal(const Condition& condition, const void* site) {
  void* const c = condition.address;
  const std::uint32_t choice = visit(Request{.kind = OpKind::CondSignal,
                                             .first = condition_object(c),
                                             .site = site,
                                             .target = c,
                                             .count_choices = &count_signal_choices,
                                             .is_idle = &has_no_waiters});
  note_waiters(c);
  check(condition, site);
  Agent* const waiter = find_waiter(c, choice);
  g.step->value = waiter != nullptr ? static_cast<std::int64_t>(waiter->id.value) : -1;
  if (waiter != nullptr) {
    waiter->may_time_out = false;  // the signal found it asleep
    wake(*waiter);
    return;
  }
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    Agent& a = g.agents[g.live[i]];
    if (is_waiting_on(a, c)) a.sleeps_on = nullptr;  // it timed out before the signal
  }
}

void broadcast(const Condition& condition, const void* site) {
  void* const c = condition.address;
  visit(Request{.kind = OpKind::CondBroadcast,
                .first = condition_object(c),
                .site = site,
                .target = c,
                .is_idle = &has_no_waiters});
  note_waiters(c);
  check(condition, site);
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    Agent& a = g.agents[g.live[i]];
    if (is_waiting_on(a, c)) wake(a);
  }
}

void allow_spurious_wakeup(AgentId id) { had_spurious_wakeup[id.index()] = false; }

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  return rt::is_off() ? rt::next::pthread_cond_wait(c, m)
                      : rt::wait(c, m, nullptr, __builtin_return_address(0));
}

int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m, const timespec* until) {
  return rt::is_off() ? rt::next::pthread_cond_timedwait(c, m, until)
                      : rt::wait(c, m, until, __builtin_return_address(0));
}

int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m, clockid_t clock,
                           const timespec* until) {
  return rt::is_off() ? rt::next::pthread_cond_clockwait(c, m, clock, until)
                      : rt::wait(c, m, until, __builtin_return_address(0));
}

int pthread_cond_signal(pthread_cond_t* c) noexcept {
  if (rt::is_off()) return rt::next::pthread_cond_signal(c);
  rt::signal(rt::Condition{c, &rt::check_usable}, __builtin_return_address(0));
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* c) noexcept {
  if (rt::is_off()) return rt::next::pthread_cond_broadcast(c);
  rt::broadcast(rt::Condition{c, &rt::check_usable}, __builtin_return_address(0));
  return 0;
}

int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* attributes) noexcept {
  if (rt::is_off()) return rt::next::pthread_cond_init(c, attributes);
  return rt::init(c, attributes, __builtin_return_address(0));
}

int pthread_cond_destroy(pthread_cond_t* c) noexcept {
  if (rt::is_off()) return rt::next::pthread_cond_destroy(c);
  return rt::destroy(c, __builtin_return_address(0));
}

}  // extern "C"
