// SPDX-License-Identifier: Apache-2.0
// Mutexes and spin locks.
#include <cerrno>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/memory/small_locks.hpp"

namespace skein::ir {

namespace {

// The types of a mutex, as glibc numbers them, and one for a destroyed mutex.
constexpr std::uint32_t kRecursive = 1;
constexpr std::uint32_t kErrorCheck = 2;
constexpr std::uint32_t kDestroyed = 4;

void initialise(const Effect& e) {
  const bool is_spin = e.what() == Builtin::SpinInit;
  if (e.values[0].is_absent()) {
    return e.fault(ViolationCode::InitialisesInFreedMemory);
  }
  const Cell& old = e.cell(0);
  if (!is_spin && old.kind == ValueKind::Mutex && old.a != kDestroyed && old.b != 0 &&
      old.b != e.me()) {
    return e.fault(ViolationCode::InitialisesHeldMutex);
  }
  if (is_spin && !has_room_for_small_lock(old, e.context.memory.place_in_cell(e.argument(0)))) {
    return e.fault(ViolationCode::InitialisesOtherKind);
  }
  Cell mutex;
  mutex.kind = ValueKind::Mutex;
  if (!is_spin) mutex.a = static_cast<std::uint32_t>(e.argument(1));
  e.put_lock(mutex);
  e.finish(0);
}

void unlock_mutex(const Effect& e, Cell mutex) {
  const bool is_mine = mutex.b == e.me();
  if (!is_mine && mutex.a == kErrorCheck) return e.finish(EPERM);
  if (mutex.b == 0) return e.fault(ViolationCode::UnlocksUnlockedMutex);
  if (!is_mine) return e.fault(ViolationCode::UnlocksMutexOfOther);
  if (mutex.bits > 0) {
    --mutex.bits;
  } else {
    mutex.b = 0;
  }
  e.put_lock(mutex);
  e.finish(0);
}

void lock(const Effect& e, Cell mutex) {
  const bool is_mine = mutex.b == e.me();
  if (mutex.b == 0 || (is_mine && mutex.a == kRecursive)) {
    if (is_mine) ++mutex.bits;
    mutex.b = e.me();
    e.put_lock(mutex);
    e.outcome.value = 1;
    return e.finish(0);
  }
  e.outcome.ordering.has_failed = true;
  const Builtin what = e.what();
  if (what == Builtin::MutexTryLock || what == Builtin::SpinTryLock) return e.finish(EBUSY);
  if (is_mine && mutex.a == kErrorCheck) return e.finish(EDEADLK);
  if (what == Builtin::MutexTimedLock) {
    e.context.clocks.time_out(e.thread, e.in);
    return e.finish(ETIMEDOUT);
  }
  e.fault(ViolationCode::LocksLockedMutex);
}

}  // namespace

void execute_mutex(const Effect& e) {
  const Builtin what = e.what();
  if (what == Builtin::MutexInit || what == Builtin::SpinInit) return initialise(e);
  Cell mutex;
  if (!e.take_lock(0, ValueKind::Mutex, mutex)) return;
  if (mutex.a == kDestroyed) return e.fault(ViolationCode::UsesDestroyedMutex);
  switch (what) {
    case Builtin::SpinDestroy:
    case Builtin::MutexDestroy:
      if (mutex.b != 0) return e.fault(ViolationCode::DestroysLockedMutex);
      e.put_lock(Cell{ValueKind::Mutex, kDestroyed, 0, 0, {}, {}});
      return e.finish(0);
    case Builtin::SpinUnlock:
    case Builtin::MutexUnlock: return unlock_mutex(e, mutex);
    default: return lock(e, mutex);
  }
}

// A thread that locks a mutex it holds gets an error or faults; it does not wait.
std::uint32_t mutex_choices(const PendingOperation& op) {
  if (op.what() != Builtin::MutexLock && op.what() != Builtin::SpinLock) return 1;
  const auto mutex = op.lock(0, ValueKind::Mutex);
  return !mutex || mutex->b == 0 || mutex->b == op.thread.agent.value + 1 ? 1 : 0;
}

}  // namespace skein::ir
