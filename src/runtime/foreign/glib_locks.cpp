// SPDX-License-Identifier: Apache-2.0
#include "runtime/foreign/glib_locks.hpp"

#include <cerrno>
#include <time.h>

#include "runtime/intercept/locks/cond.hpp"
#include "runtime/intercept/locks/word_lock.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime::foreign {

namespace {

// As glib declares them.
struct GMutex {
  volatile int holder;
  int unused;
};
struct GCond {
  void* unused[2];
};

WordLock lock_of(GMutex* m) {
  return WordLock{&m->holder, g.interner.object(channel::ObjectClass::Lock, m),
                  ViolationCode::LocksHeldMutex, ViolationCode::UnlocksOthersMutex};
}

void mutex_lock(GMutex* m) { lock(lock_of(m), __builtin_return_address(0)); }
int mutex_trylock(GMutex* m) { return try_lock(lock_of(m), __builtin_return_address(0)) ? 1 : 0; }

void mutex_unlock(GMutex* m) {
  if (m->holder == 0) violate(ViolationCode::UnlocksFreeMutex, __builtin_return_address(0));
  unlock(lock_of(m), __builtin_return_address(0));
}

bool is_mutex_free(const void* m) { return static_cast<const GMutex*>(m)->holder == 0; }
void release_mutex(void* m) { static_cast<GMutex*>(m)->holder = 0; }
void take_mutex(void* m) { static_cast<GMutex*>(m)->holder = mark_of_current(); }

int wait_with(GCond* c, GMutex* m, const timespec* until, const void* site) {
  if (m->holder != mark_of_current()) violate(ViolationCode::WaitsWithOthersMutex, site);
  const WaitingLock held{m, g.interner.object(channel::ObjectClass::Lock, m), &is_mutex_free,
                         &release_mutex, &take_mutex};
  return wait_for(Condition{c, nullptr}, held, until, site);
}

void cond_wait(GCond* c, GMutex* m) { wait_with(c, m, nullptr, __builtin_return_address(0)); }

// `end` in microseconds.
int cond_wait_until(GCond* c, GMutex* m, std::int64_t end) {
  const timespec until{end / 1'000'000, end % 1'000'000 * 1'000};
  return wait_with(c, m, &until, __builtin_return_address(0)) == ETIMEDOUT ? 0 : 1;
}

void cond_signal(GCond* c) { signal(Condition{c, nullptr}, __builtin_return_address(0)); }
void cond_broadcast(GCond* c) { broadcast(Condition{c, nullptr}, __builtin_return_address(0)); }

template <class Function>
std::uint64_t address_of(Function* function) {
  return reinterpret_cast<std::uint64_t>(function);
}

}  // namespace

std::uint64_t function_for(channel::ModelledFunction function) {
  using channel::ModelledFunction;
  switch (function) {
    case ModelledFunction::GMutexLock: return address_of(&mutex_lock);
    case ModelledFunction::GMutexTrylock: return address_of(&mutex_trylock);
    case ModelledFunction::GMutexUnlock: return address_of(&mutex_unlock);
    case ModelledFunction::GCondWait: return address_of(&cond_wait);
    case ModelledFunction::GCondWaitUntil: return address_of(&cond_wait_until);
    case ModelledFunction::GCondSignal: return address_of(&cond_signal);
    case ModelledFunction::GCondBroadcast: return address_of(&cond_broadcast);
  }
  return 0;
}

}  // namespace skein::runtime::foreign
