// SPDX-License-Identifier: Apache-2.0
// Critical sections, and OpenMP's locks. Each is a word that records the holder, as with spin
// locks. The words of named critical sections and of locks are the program's own memory, of which
// libgomp too uses no more; the two without a name are ours.
#include <cstdint>

#include "runtime/intercept/locks/word_lock.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/openmp/team.hpp"

namespace skein::runtime::openmp {

namespace {

// An omp_nest_lock_t.
struct NestLock {
  int holder;
  int depth;
};

WordLock word_lock(int* holder, ObjectId object) {
  return {holder, object, ViolationCode::LocksHeldMutex, ViolationCode::UnlocksOthersMutex};
}

// An omp_lock_t, an omp_nest_lock_t, or a critical section's name.
WordLock word_at(void* address) {
  return word_lock(static_cast<int*>(address),
                   g.interner.object(channel::ObjectClass::Lock, address));
}

// A word of ours, for the whole program.
struct Unnamed {
  std::uint64_t run = 0;
  int holder = 0;
};
Unnamed critical;
Unnamed atomic;

WordLock word_of(Unnamed& unnamed, Objects what) {
  const std::uint64_t run = member().run;
  if (unnamed.run != run) unnamed = {run, 0};
  return word_lock(&unnamed.holder, object_of(channel::ObjectClass::Lock, what, kMainAgent, 0));
}

void lock_nested(NestLock* lock_, const void* site) {
  if (lock_->holder != mark_of_current()) lock(word_at(&lock_->holder), site);
  ++lock_->depth;
}

void unlock_nested(NestLock* lock_, const void* site) {
  if (lock_->holder == mark_of_current() && --lock_->depth > 0) return;
  unlock(word_at(&lock_->holder), site);
}

int try_nested(NestLock* lock_, const void* site) {
  if (lock_->holder != mark_of_current() && !try_lock(word_at(&lock_->holder), site)) return 0;
  return ++lock_->depth;
}

}  // namespace

}  // namespace skein::runtime::openmp

namespace rt = skein::runtime;
namespace omp = skein::runtime::openmp;

namespace {

using Action = rt::NextSymbol<void()>;
using OnWord = rt::NextSymbol<void(void*)>;
namespace next {
Action critical_start("GOMP_critical_start");
Action critical_end("GOMP_critical_end");
Action atomic_start("GOMP_atomic_start");
Action atomic_end("GOMP_atomic_end");
OnWord name_start("GOMP_critical_name_start");
OnWord name_end("GOMP_critical_name_end");
OnWord init("omp_init_lock");
OnWord destroy("omp_destroy_lock");
OnWord set("omp_set_lock");
OnWord unset("omp_unset_lock");
rt::NextSymbol<int(void*)> test("omp_test_lock");
OnWord init_nest("omp_init_nest_lock");
OnWord destroy_nest("omp_destroy_nest_lock");
OnWord set_nest("omp_set_nest_lock");
OnWord unset_nest("omp_unset_nest_lock");
rt::NextSymbol<int(void*)> test_nest("omp_test_nest_lock");
}  // namespace next

}  // namespace

extern "C" {

void GOMP_critical_start() {
  if (rt::is_off()) return next::critical_start();
  rt::lock(omp::word_of(omp::critical, omp::Objects::Critical), __builtin_return_address(0));
}

void GOMP_critical_end() {
  if (rt::is_off()) return next::critical_end();
  rt::unlock(omp::word_of(omp::critical, omp::Objects::Critical), __builtin_return_address(0));
}

void GOMP_atomic_start() {
  if (rt::is_off()) return next::atomic_start();
  rt::lock(omp::word_of(omp::atomic, omp::Objects::Atomic), __builtin_return_address(0));
}

void GOMP_atomic_end() {
  if (rt::is_off()) return next::atomic_end();
  rt::unlock(omp::word_of(omp::atomic, omp::Objects::Atomic), __builtin_return_address(0));
}

void GOMP_critical_name_start(void** name) {
  if (rt::is_off()) return next::name_start(name);
  rt::lock(omp::word_at(name), __builtin_return_address(0));
}

void GOMP_critical_name_end(void** name) {
  if (rt::is_off()) return next::name_end(name);
  rt::unlock(omp::word_at(name), __builtin_return_address(0));
}

void omp_init_lock(void* lock) {
  if (rt::is_off()) return next::init(lock);
  *static_cast<int*>(lock) = 0;
}

void omp_destroy_lock(void* lock) {
  if (rt::is_off()) next::destroy(lock);
}

void omp_set_lock(void* lock) {
  if (rt::is_off()) return next::set(lock);
  rt::lock(omp::word_at(lock), __builtin_return_address(0));
}

void omp_unset_lock(void* lock) {
  if (rt::is_off()) return next::unset(lock);
  rt::unlock(omp::word_at(lock), __builtin_return_address(0));
}

int omp_test_lock(void* lock) {
  if (rt::is_off()) return next::test(lock);
  return rt::try_lock(omp::word_at(lock), __builtin_return_address(0)) ? 1 : 0;
}

void omp_init_nest_lock(void* lock) {
  if (rt::is_off()) return next::init_nest(lock);
  *static_cast<omp::NestLock*>(lock) = {0, 0};
}

void omp_destroy_nest_lock(void* lock) {
  if (rt::is_off()) next::destroy_nest(lock);
}

void omp_set_nest_lock(void* lock) {
  if (rt::is_off()) return next::set_nest(lock);
  omp::lock_nested(static_cast<omp::NestLock*>(lock), __builtin_return_address(0));
}

void omp_unset_nest_lock(void* lock) {
  if (rt::is_off()) return next::unset_nest(lock);
  omp::unlock_nested(static_cast<omp::NestLock*>(lock), __builtin_return_address(0));
}

int omp_test_nest_lock(void* lock) {
  if (rt::is_off()) return next::test_nest(lock);
  return omp::try_nested(static_cast<omp::NestLock*>(lock), __builtin_return_address(0));
}

}  // extern "C"
