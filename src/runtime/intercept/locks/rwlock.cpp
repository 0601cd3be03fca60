// SPDX-License-Identifier: Apache-2.0
// Readers-writer locks. The pthread_rwlock_t holds the state: the number of readers, and the
// writer. Readers may enter while others read, even if a writer waits, as in libc's default. Locks
// whose waiting writers keep readers out are refused: there readers can deadlock that cannot here.
#include <cerrno>
#include <pthread.h>

#include "runtime/intercept/locks/lock_init.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pthread_rwlock_t*, const pthread_rwlockattr_t*)> pthread_rwlock_init(
    "pthread_rwlock_init");
NextSymbol<int(pthread_rwlock_t*)> pthread_rwlock_rdlock("pthread_rwlock_rdlock");
NextSymbol<int(pthread_rwlock_t*)> pthread_rwlock_tryrdlock("pthread_rwlock_tryrdlock");
NextSymbol<int(pthread_rwlock_t*)> pthread_rwlock_wrlock("pthread_rwlock_wrlock");
NextSymbol<int(pthread_rwlock_t*)> pthread_rwlock_trywrlock("pthread_rwlock_trywrlock");
NextSymbol<int(pthread_rwlock_t*)> pthread_rwlock_unlock("pthread_rwlock_unlock");
NextSymbol<int(pthread_rwlock_t*)> pthread_rwlock_destroy("pthread_rwlock_destroy");
NextSymbol<int(pthread_rwlock_t*, const timespec*)> pthread_rwlock_timedrdlock(
    "pthread_rwlock_timedrdlock");
NextSymbol<int(pthread_rwlock_t*, const timespec*)> pthread_rwlock_timedwrlock(
    "pthread_rwlock_timedwrlock");
NextSymbol<int(pthread_rwlock_t*, clockid_t, const timespec*)> pthread_rwlock_clockrdlock(
    "pthread_rwlock_clockrdlock");
NextSymbol<int(pthread_rwlock_t*, clockid_t, const timespec*)> pthread_rwlock_clockwrlock(
    "pthread_rwlock_clockwrlock");
}  // namespace next

// libc counts readers above three bits of its own. It leaves one of them behind in locks that were
// used before the runtime was there, by constructors of libraries.
constexpr unsigned kOneReader = 8;
unsigned readers(const pthread_rwlock_t* l) { return l->__data.__readers / kOneReader; }
void add_reader(pthread_rwlock_t* l) { l->__data.__readers += kOneReader; }
void remove_reader(pthread_rwlock_t* l) { l->__data.__readers -= kOneReader; }
int& writer(pthread_rwlock_t* l) { return l->__data.__cur_writer; }

ObjectId object_of(const pthread_rwlock_t* l) {
  return g.interner.object(channel::ObjectClass::RwLock, l);
}

int mark_of_current() { return static_cast<int>(g.current->id.value) + 1; }

bool can_read(const Agent& a) { return writer(static_cast<pthread_rwlock_t*>(a.target)) == 0; }
bool can_write(const Agent& a) {
  auto* l = static_cast<pthread_rwlock_t*>(a.target);
  return writer(l) == 0 && readers(l) == 0;
}

// The locks that the agent holds for reading. The last place counts those without a place.
constexpr std::uint32_t kPlaces = Agent::kMaxReadHolds - 1;

std::uintptr_t count_of(const void* last) { return reinterpret_cast<std::uintptr_t>(last); }

void note_read_hold(const pthread_rwlock_t* l) {
  auto& holds = g.current->read_holds;
  for (std::uint32_t i = 0; i < kPlaces; ++i) {
    if (holds[i] != nullptr) continue;
    holds[i] = l;
    return;
  }
  holds[kPlaces] = reinterpret_cast<const void*>(count_of(holds[kPlaces]) + 1);
}

bool holds_for_reading(const pthread_rwlock_t* l) {
  for (std::uint32_t i = 0; i < kPlaces; ++i) {
    if (g.current->read_holds[i] == l) return true;
  }
  return false;
}

// Returns whether there was such a hold.
bool forget_read_hold(const pthread_rwlock_t* l) {
  auto& holds = g.current->read_holds;
  for (std::uint32_t i = 0; i < kPlaces; ++i) {
    if (holds[i] != l) continue;
    holds[i] = nullptr;
    return true;
  }
  if (count_of(holds[kPlaces]) == 0) return false;
  holds[kPlaces] = reinterpret_cast<const void*>(count_of(holds[kPlaces]) - 1);
  return true;
}

// The mark of destroy in a word that libc does not use; init clears it.
constexpr unsigned kDestroyed = 0xdead5e1fU;

// Checked after the visit: the schedule decides whether another agent has destroyed it.
void check_usable(const pthread_rwlock_t* l, const void* site) {
  if (l->__data.__pad3 == kDestroyed) {
    violate(ViolationCode::DestroyedRwLock, site);
  }
}

// Only readers notice which side a lock prefers.
void check_preference(const pthread_rwlock_t* l, const void* site) {
  if (l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) {
    refuse(
        "a readers-writer lock that prefers writers (PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)",
        site);
  }
}

int read_lock(pthread_rwlock_t* l, const void* site) {
  check_preference(l, site);
  if (writer(l) == mark_of_current()) {
    violate(ViolationCode::ReadLocksOwnWriteLock, site);
  }
  visit(Request{.kind = OpKind::RwReadLock,
                .first = object_of(l),
                .site = site,
                .target = l,
                .is_ready = &can_read});
  check_usable(l, site);
  add_reader(l);
  note_read_hold(l);
  set_gate(true, true);
  g.step->shared = 1;
  return 0;
}

int write_lock(pthread_rwlock_t* l, const void* site) {
  if (writer(l) == mark_of_current()) {
    violate(ViolationCode::WriteLocksOwnWriteLock, site);
  }
  if (holds_for_reading(l)) {
    violate(ViolationCode::WriteLocksOwnReadLock, site);
  }
  visit(Request{.kind = OpKind::RwWriteLock,
                .first = object_of(l),
                .site = site,
                .target = l,
                .is_ready = &can_write});
  check_usable(l, site);
  writer(l) = mark_of_current();
  set_gate(true, false);
  return 0;
}

int try_read_lock(pthread_rwlock_t* l, int failure, const void* site) {
  check_preference(l, site);
  visit(Request{.kind = OpKind::RwTryReadLock, .first = object_of(l), .site = site});
  check_usable(l, site);
  const bool is_open = writer(l) == 0;
  set_gate(is_open, is_open);
  g.step->value = is_open ? 1 : 0;
  if (!is_open) return failure;
  races::on_acquired();
  add_reader(l);
  note_read_hold(l);
  g.step->shared = 1;
  return 0;
}

int try_write_lock(pthread_rwlock_t* l, int failure, const void* site) {
  visit(Request{.kind = OpKind::RwTryWriteLock, .first = object_of(l), .site = site});
  check_usable(l, site);
  const bool is_open = writer(l) == 0;
  const bool succeeds = is_open && readers(l) == 0;
  set_gate(is_open, is_open && !succeeds);
  g.step->value = succeeds ? 1 : 0;
  if (!succeeds) return failure;
  races::on_acquired();
  writer(l) = mark_of_current();
  return 0;
}

int timed_read_lock(pthread_rwlock_t* l, const timespec* until, const void* site) {
  const int result = try_read_lock(l, ETIMEDOUT, site);
  if (result != 0) advance_clock(*until);
  return result;
}

int timed_write_lock(pthread_rwlock_t* l, const timespec* until, const void* site) {
  const int result = try_write_lock(l, ETIMEDOUT, site);
  if (result != 0) advance_clock(*until);
  return result;
}

int unlock(pthread_rwlock_t* l, const void* site) {
  if (writer(l) == mark_of_current()) {
    visit(Request{.kind = OpKind::RwWriteUnlock, .first = object_of(l), .site = site});
    writer(l) = 0;
    set_gate(false, true);
    return 0;
  }
  // The agent's own past decides this, not the other readers.
  if (!forget_read_hold(l)) {
    violate(ViolationCode::UnlocksOthersRwLock, site);
  }
  visit(Request{.kind = OpKind::RwReadUnlock, .first = object_of(l), .site = site});
  remove_reader(l);
  set_gate(true, true);
  g.step->shared = -1;
  return 0;
}

// A step, so that its order with the last uses is explored.
int destroy(pthread_rwlock_t* l, const void* site) {
  visit(Request{.kind = OpKind::LibraryCall, .first = object_of(l), .site = site});
  if (writer(l) != 0 || readers(l) != 0) {
    violate(ViolationCode::DestroysHeldRwLock, site);
  }
  l->__data.__pad3 = kDestroyed;
  return 0;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_rwlock_rdlock(pthread_rwlock_t* l) noexcept {
  if (rt::is_off()) return rt::next::pthread_rwlock_rdlock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::read_lock(l, __builtin_return_address(0)));
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) noexcept {
  if (rt::is_off()) return rt::next::pthread_rwlock_tryrdlock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::try_read_lock(l, EBUSY, __builtin_return_address(0)));
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const timespec* until) noexcept {
  return rt::is_off() ? rt::next::pthread_rwlock_timedrdlock(l, until)
                      : rt::timed_read_lock(l, until, __builtin_return_address(0));
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* l, clockid_t clock,
                               const timespec* until) noexcept {
  return rt::is_off() ? rt::next::pthread_rwlock_clockrdlock(l, clock, until)
                      : rt::timed_read_lock(l, until, __builtin_return_address(0));
}

int pthread_rwlock_wrlock(pthread_rwlock_t* l) noexcept {
  if (rt::is_off()) return rt::next::pthread_rwlock_wrlock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::write_lock(l, __builtin_return_address(0)));
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* l) noexcept {
  if (rt::is_off()) return rt::next::pthread_rwlock_trywrlock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::try_write_lock(l, EBUSY, __builtin_return_address(0)));
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const timespec* until) noexcept {
  return rt::is_off() ? rt::next::pthread_rwlock_timedwrlock(l, until)
                      : rt::timed_write_lock(l, until, __builtin_return_address(0));
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* l, clockid_t clock,
                               const timespec* until) noexcept {
  return rt::is_off() ? rt::next::pthread_rwlock_clockwrlock(l, clock, until)
                      : rt::timed_write_lock(l, until, __builtin_return_address(0));
}

int pthread_rwlock_unlock(pthread_rwlock_t* l) noexcept {
  if (rt::is_off()) return rt::next::pthread_rwlock_unlock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::unlock(l, __builtin_return_address(0)));
}

int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* attributes) noexcept {
  if (rt::is_off()) return rt::next::pthread_rwlock_init(l, attributes);
  rt::visit_init(
      rt::object_of(l), [&] { return rt::writer(l) == 0; }, true, __builtin_return_address(0));
  return rt::next::pthread_rwlock_init(l, attributes);
}

int pthread_rwlock_destroy(pthread_rwlock_t* l) noexcept {
  return rt::is_off() ? rt::next::pthread_rwlock_destroy(l)
                      : rt::destroy(l, __builtin_return_address(0));
}

}  // extern "C"
