// SPDX-License-Identifier: Apache-2.0
// Spin locks are mutexes to us: the word itself records the holder.
#include <cerrno>
#include <pthread.h>

#include "runtime/intercept/locks/lock_init.hpp"
#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/locks/word_lock.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pthread_spinlock_t*)> pthread_spin_lock("pthread_spin_lock");
NextSymbol<int(pthread_spinlock_t*)> pthread_spin_trylock("pthread_spin_trylock");
NextSymbol<int(pthread_spinlock_t*)> pthread_spin_unlock("pthread_spin_unlock");
NextSymbol<int(pthread_spinlock_t*, int)> pthread_spin_init("pthread_spin_init");
}  // namespace next

ObjectId object_of(const volatile void* l) {
  return g.interner.object(channel::ObjectClass::Lock, l);
}

WordLock word_of(pthread_spinlock_t* l) {
  return {l, object_of(l), ViolationCode::LocksHeldSpinLock, ViolationCode::UnlocksOthersSpinLock};
}

// The word of a simple lock stays 0.
const void* address_of(const pthread_spinlock_t* l) { return const_cast<const int*>(l); }

int spin_lock(pthread_spinlock_t* l, const void* site) {
  if (lock_sections::is_on && is_running()) {
    if (lock_sections::is_inside(address_of(l))) lock_sections::require_ordinary(address_of(l));
    if (*l == 0 && lock_sections::begin(address_of(l), object_of(l), site)) return 0;
  }
  lock(word_of(l), site);
  return 0;
}

int init(pthread_spinlock_t* l, const void* site) {
  visit_init(
      object_of(l), [&] { return *l == 0; }, true, site);
  if (is_running() && lock_sections::is_on) races::on_lock_use(address_of(l), true, site);
  *l = 0;
  return 0;
}

int spin_try_lock(pthread_spinlock_t* l, const void* site) {
  lock_sections::require_ordinary(address_of(l));
  return try_lock(word_of(l), site) ? 0 : EBUSY;
}

int spin_unlock(pthread_spinlock_t* l, const void* site) {
  if (lock_sections::is_on && is_running()) {
    if (lock_sections::is_inside(address_of(l))) {
      lock_sections::end();
      return 0;
    }
    if (*l != mark_of_current()) lock_sections::require_ordinary(address_of(l));
  }
  unlock(word_of(l), site);
  return 0;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_spin_init(pthread_spinlock_t* l, int is_shared) noexcept {
  if (rt::is_off()) return rt::next::pthread_spin_init(l, is_shared);
  return rt::init(l, __builtin_return_address(0));
}

int pthread_spin_lock(pthread_spinlock_t* l) noexcept {
  if (rt::is_off()) return rt::next::pthread_spin_lock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::spin_lock(l, __builtin_return_address(0)));
}

int pthread_spin_trylock(pthread_spinlock_t* l) noexcept {
  if (rt::is_off()) return rt::next::pthread_spin_trylock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::spin_try_lock(l, __builtin_return_address(0)));
}

int pthread_spin_unlock(pthread_spinlock_t* l) noexcept {
  if (rt::is_off()) return rt::next::pthread_spin_unlock(l);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::spin_unlock(l, __builtin_return_address(0)));
}

}  // extern "C"
