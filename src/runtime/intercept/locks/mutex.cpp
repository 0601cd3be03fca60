// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/locks/mutex.hpp"

#include <cerrno>
#include <time.h>

#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/intercept/locks/lock_all.hpp"
#include "runtime/intercept/locks/lock_init.hpp"
#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pthread_mutex_t*, const pthread_mutexattr_t*)> pthread_mutex_init(
    "pthread_mutex_init");
NextSymbol<int(pthread_mutex_t*)> pthread_mutex_lock("pthread_mutex_lock");
NextSymbol<int(pthread_mutex_t*)> pthread_mutex_trylock("pthread_mutex_trylock");
NextSymbol<int(pthread_mutex_t*)> pthread_mutex_unlock("pthread_mutex_unlock");
NextSymbol<int(pthread_mutex_t*)> pthread_mutex_destroy("pthread_mutex_destroy");
NextSymbol<int(pthread_mutex_t*, const timespec*)> pthread_mutex_timedlock(
    "pthread_mutex_timedlock");
NextSymbol<int(pthread_mutex_t*, clockid_t, const timespec*)> pthread_mutex_clocklock(
    "pthread_mutex_clocklock");
}  // namespace next

constexpr int kDestroyed = -1;  // libc's mark
constexpr int kRobust = 16;

int type_of(const pthread_mutex_t& m) { return m.__data.__kind & 3; }

// Checked inside the step: the schedule decides whether another agent has destroyed it.
void check_usable(const pthread_mutex_t* m, const void* site) {
  if (m->__data.__kind == kDestroyed) {
    violate(ViolationCode::DestroyedMutex, site);
  }
}

void check_supported(const pthread_mutex_t* m, const void* site) {
  const int kind = m->__data.__kind;
  if (kind != kDestroyed && (kind & kRobust) != 0) refuse("a robust mutex", site);
}

bool is_mine(const pthread_mutex_t& m) { return m.__data.__owner == owner_mark(*g.current); }

// The mutexes held at the moment. Beyond this number they are not tracked.
constexpr std::uint32_t kMaxHeld = 64;
pthread_mutex_t* held[kMaxHeld];
std::uint32_t held_count = 0;

void acquire(pthread_mutex_t* m) {
  m->__data.__lock = 1;
  m->__data.__owner = owner_mark(*g.current);
  m->__data.__count = 1;
  if (held_count < kMaxHeld) held[held_count++] = m;
}

bool is_known_as_held(const pthread_mutex_t* m) {
  for (std::uint32_t i = 0; i < held_count; ++i) {
    if (held[i] == m) return true;
  }
  return false;
}

void forget_held(const pthread_mutex_t* m) {
  for (std::uint32_t i = held_count; i-- > 0;) {
    if (held[i] != m) continue;
    held[i] = held[--held_count];
    break;
  }
}

void release(pthread_mutex_t* m) {
  forget_held(m);
  m->__data.__lock = 0;
  m->__data.__owner = 0;
  m->__data.__count = 0;
}

bool is_target_free(const Agent& a) { return is_free(*static_cast<pthread_mutex_t*>(a.target)); }
bool is_target_held(const Agent& a) { return !is_target_free(a); }

// Locking again a mutex that the agent already holds concerns no other agent and is not a step.
// Returns whether that was the case.
bool handle_own(pthread_mutex_t* m, bool is_try, int& result, const void* site) {
  if (is_free(*m) || !is_mine(*m)) return false;
  switch (type_of(*m)) {
    case PTHREAD_MUTEX_RECURSIVE:
      ++m->__data.__count;
      spins::note_nested(object_of(m), true);
      result = 0;
      return true;
    case PTHREAD_MUTEX_ERRORCHECK: result = is_try ? EBUSY : EDEADLK; return true;
    default:
      if (is_try) return false;
      violate(ViolationCode::LocksHeldMutex, site);
  }
}

int lock(pthread_mutex_t* m, const void* site) {
  if (is_support_code(site)) return 0;
  check_supported(m, site);
  int result = 0;
  if (handle_own(m, false, result, site)) return result;
  lock_all::note_lock(m);
  sections::note_use(m);
  visit(Request{.kind = OpKind::MutexLock,
                .first = object_of(m),
                .site = site,
                .target = m,
                .is_ready = &is_target_free});
  check_usable(m, site);
  acquire(m);
  set_gate(true, false);
  sections::after_wait(m, site);
  return 0;
}

// Whether this lock begins a section of a simple lock, or repeats that of a recursive one.
bool begins_section(pthread_mutex_t* m, const void* site) {
  if (!is_running() || is_support_code(site)) return false;
  check_supported(m, site);
  if (lock_sections::is_inside(m)) {
    if (type_of(*m) != PTHREAD_MUTEX_RECURSIVE) lock_sections::require_ordinary(m);
    ++g.current->section.depth;
    return true;
  }
  if (!is_free(*m)) return false;  // taken before the run
  if (m->__data.__kind == kDestroyed) lock_sections::require_ordinary(m);
  return lock_sections::begin(m, object_of(m), site);
}

int lock_by_program(pthread_mutex_t* m, const void* site) {
  if (lock_sections::is_on && begins_section(m, site)) return 0;
  return lock(m, site);
}

// Also for a lock with a timeout: it may be tried at any time, and fails if the mutex is not free.
int try_lock(pthread_mutex_t* m, int failure, const void* site) {
  check_supported(m, site);
  lock_sections::require_ordinary(m);
  int result = 0;
  if (handle_own(m, failure == EBUSY, result, site)) return result;
  lock_all::note_try(m);
  sections::note_use(m);
  const sections::AtomicTurn turn(m, 1, site);
  visit(Request{.kind = OpKind::MutexTryLock,
                .first = object_of(m),
                .site = site,
                .target = m,
                .is_idle = &is_target_held});
  check_usable(m, site);
  const bool was_free = is_free(*m);
  set_gate(was_free, false);
  g.step->value = was_free ? 1 : 0;
  if (!was_free) return failure;
  races::on_acquired();
  acquire(m);
  return 0;
}

int timed_lock(pthread_mutex_t* m, const timespec* until, const void* site) {
  const int result = try_lock(m, ETIMEDOUT, site);
  if (result == ETIMEDOUT) advance_clock(*until);
  return result;
}

// Reports the misuse if the mutex is free, or if another thread holds it.
void check_held(const pthread_mutex_t* m, ViolationCode if_free, ViolationCode if_others,
                const void* site) {
  if (is_free(*m)) violate(if_free, site);
  if (!is_mine(*m)) violate(if_others, site);
}

int unlock(pthread_mutex_t* m, const void* site) {
  if (is_support_code(site)) return 0;
  if (type_of(*m) == PTHREAD_MUTEX_ERRORCHECK && (is_free(*m) || !is_mine(*m))) return EPERM;
  check_held(m, ViolationCode::UnlocksFreeMutex, ViolationCode::UnlocksOthersMutex, site);
  if (m->__data.__count > 1) {
    --m->__data.__count;
    spins::note_nested(object_of(m), false);
    return 0;
  }
  sections::note_use(m);
  const sections::AtomicTurn turn(m, 1, site);
  visit(Request{.kind = OpKind::MutexUnlock, .first = object_of(m), .site = site});
  release(m);
  set_gate(false, true);
  return 0;
}

// Only the holder of a simple lock can be sure that it is held.
int unlock_by_program(pthread_mutex_t* m, const void* site) {
  if (lock_sections::is_on && is_running() && !is_support_code(site)) {
    if (lock_sections::is_inside(m)) {
      lock_sections::end();
      return 0;
    }
    if (is_free(*m) || !is_mine(*m)) lock_sections::require_ordinary(m);
  }
  return unlock(m, site);
}

// The memory may hold anything; it is a lock only if it is known to be held. A lock that the agent
// itself held in a frame that no longer exists counts as free.
int init(pthread_mutex_t* m, const pthread_mutexattr_t* attributes, const void* site) {
  visit_init(
      object_of(m), [&] { return is_free(*m); }, true, site);
  if (is_running() && lock_sections::is_on) races::on_lock_use(m, true, site);
  if (is_running() && is_known_as_held(m) && !is_mine(*m)) {
    violate(ViolationCode::InitialisesHeldMutex, site);
  }
  forget_held(m);
  return next::pthread_mutex_init(m, attributes);
}

// A step, so that its order with the last uses is explored.
int destroy(pthread_mutex_t* m, const void* site) {
  visit(Request{.kind = OpKind::LibraryCall, .first = object_of(m), .site = site});
  set_gate(is_free(*m), is_free(*m));
  if (is_running() && lock_sections::is_on) races::on_lock_use(m, true, site);
  if (!is_free(*m)) violate(ViolationCode::DestroysHeldMutex, site);
  return next::pthread_mutex_destroy(m);
}

}  // namespace

void forget_held_mutexes() { held_count = 0; }

void note_held_mutexes() {
  channel::RunOut& run = g.channel->run;
  for (std::uint32_t i = 0; i < held_count && run.leak_count < channel::kMaxLeaks; ++i) {
    if (held[i]->__data.__owner != owner_mark(*g.current)) continue;
    g.channel->leaks[run.leak_count++] = channel::LeakOut{g.current->id, object_of(held[i])};
  }
}

void check_can_wait(const pthread_mutex_t* m, const void* site) {
  lock_sections::require_ordinary(m);
  check_held(m, ViolationCode::WaitsWithFreeMutex, ViolationCode::WaitsWithOthersMutex, site);
  if (m->__data.__count > 1) {
    violate(ViolationCode::WaitsWithNestedMutex, site);
  }
}

void lock_own(pthread_mutex_t* m, const void* site) { lock(m, site); }

void unlock_own(pthread_mutex_t* m, const void* site) { unlock(m, site); }

void release_for_wait(pthread_mutex_t* m) { release(m); }

void take_back(pthread_mutex_t* m) { acquire(m); }

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_mutex_lock(pthread_mutex_t* m) noexcept {
  if (rt::is_off()) return rt::next::pthread_mutex_lock(m);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::lock_by_program(m, __builtin_return_address(0)));
}

int pthread_mutex_trylock(pthread_mutex_t* m) noexcept {
  if (rt::is_off()) return rt::next::pthread_mutex_trylock(m);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::try_lock(m, EBUSY, __builtin_return_address(0)));
}

int pthread_mutex_unlock(pthread_mutex_t* m) noexcept {
  if (rt::is_off()) return rt::next::pthread_mutex_unlock(m);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::unlock_by_program(m, __builtin_return_address(0)));
}

int pthread_mutex_timedlock(pthread_mutex_t* m, const timespec* until) noexcept {
  return rt::is_off() ? rt::next::pthread_mutex_timedlock(m, until)
                      : rt::timed_lock(m, until, __builtin_return_address(0));
}

int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock, const timespec* until) noexcept {
  return rt::is_off() ? rt::next::pthread_mutex_clocklock(m, clock, until)
                      : rt::timed_lock(m, until, __builtin_return_address(0));
}

int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* attributes) noexcept {
  if (rt::is_off()) return rt::next::pthread_mutex_init(m, attributes);
  return rt::init(m, attributes, __builtin_return_address(0));
}

int pthread_mutex_destroy(pthread_mutex_t* m) noexcept {
  if (rt::is_off()) return rt::next::pthread_mutex_destroy(m);
  return rt::destroy(m, __builtin_return_address(0));
}

}  // extern "C"
