// SPDX-License-Identifier: Apache-2.0
// Spin locks are mutexes to us: the word itself records the holder.
#include <cerrno>
#include <pthread.h>

#include "runtime/intercept/lock_init.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

NextSymbol<int(pthread_spinlock_t*)> real_lock("pthread_spin_lock");
NextSymbol<int(pthread_spinlock_t*)> real_trylock("pthread_spin_trylock");
NextSymbol<int(pthread_spinlock_t*)> real_unlock("pthread_spin_unlock");
NextSymbol<int(pthread_spinlock_t*, int)> real_init("pthread_spin_init");

int mark_of_current() { return static_cast<int>(g.current->id.value) + 1; }
ObjectId object_of(const volatile void* l) { return g.names.object(channel::ObjectClass::Lock, l); }
bool is_target_free(const Agent& a) {
  return *static_cast<volatile const pthread_spinlock_t*>(a.target) == 0;
}

bool is_target_held(const Agent& a) { return !is_target_free(a); }

int lock(pthread_spinlock_t* l, const void* site) {
  if (*l == mark_of_current()) {
    violate(ViolationCode::LocksHeldSpinLock, site);
  }
  visit(Request{.kind = OpKind::MutexLock,
                .first = object_of(l),
                .site = site,
                .target = const_cast<int*>(l),
                .is_ready = &is_target_free});
  *l = mark_of_current();
  set_gate(true, false);
  return 0;
}

int init(pthread_spinlock_t* l, const void* site) {
  visit_init(
      object_of(l), [&] { return *l == 0; }, true, site);
  *l = 0;
  return 0;
}

int try_lock(pthread_spinlock_t* l, const void* site) {
  visit(Request{.kind = OpKind::MutexTryLock,
                .first = object_of(l),
                .site = site,
                .target = const_cast<int*>(l),
                .is_idle = &is_target_held});
  const bool was_free = *l == 0;
  set_gate(was_free, false);
  g.step->value = was_free ? 1 : 0;
  if (!was_free) return EBUSY;
  races::on_acquired();
  *l = mark_of_current();
  return 0;
}

int unlock(pthread_spinlock_t* l, const void* site) {
  if (*l != mark_of_current()) {
    violate(ViolationCode::UnlocksOthersSpinLock, site);
  }
  visit(Request{.kind = OpKind::MutexUnlock, .first = object_of(l), .site = site});
  *l = 0;
  set_gate(false, true);
  return 0;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_spin_init(pthread_spinlock_t* l, int is_shared) noexcept {
  if (rt::is_off()) return rt::real_init(l, is_shared);
  return rt::init(l, __builtin_return_address(0));
}

int pthread_spin_lock(pthread_spinlock_t* l) noexcept {
  if (rt::is_off()) return rt::real_lock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::lock(l, __builtin_return_address(0)));
}

int pthread_spin_trylock(pthread_spinlock_t* l) noexcept {
  if (rt::is_off()) return rt::real_trylock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::try_lock(l, __builtin_return_address(0)));
}

int pthread_spin_unlock(pthread_spinlock_t* l) noexcept {
  if (rt::is_off()) return rt::real_unlock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::unlock(l, __builtin_return_address(0)));
}

}  // extern "C"
