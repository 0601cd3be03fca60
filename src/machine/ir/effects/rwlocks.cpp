// SPDX-License-Identifier: Apache-2.0
// Readers-writer locks.
#include <cerrno>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/memory/sorted_list.hpp"

namespace skein::ir {

namespace {

// The lock is in use. `wrong`: the misuse, if the thread would wait for it.
void fail_to_lock(const Effect& e, bool may_wait, bool is_timed, ViolationCode wrong) {
  if (may_wait) return e.fault(wrong);
  e.outcome.ordering.has_failed = true;
  if (is_timed) e.context.clocks.time_out(e.thread, e.in);
  e.finish(is_timed ? ETIMEDOUT : EBUSY);
}

void unlock_rwlock(const Effect& e, Cell rw) {
  if (rw.b == e.me()) {
    rw.b = 0;
  } else if (!erase_value(rw.waiting, e.thread.agent.value)) {
    return e.fault(ViolationCode::UnlocksNotLocked);
  } else {
    e.outcome.ordering.is_shared = true;
  }
  e.put(0, rw);
  e.finish(0);
}

}  // namespace

void execute_rwlock(const Effect& e) {
  const Builtin what = e.what();
  Cell rw;
  if (what == Builtin::RwInit) {
    if (e.values[0].is_absent()) {
      return e.fault(ViolationCode::InitialisesInFreedMemory);
    }
    rw.kind = ValueKind::RwLock;
  } else if (!e.take_lock(0, ValueKind::RwLock, rw)) {
    return;
  }
  const bool is_in_use = rw.b != 0 || !rw.waiting.empty();
  switch (what) {
    case Builtin::RwDestroy:
      if (is_in_use) return e.fault(ViolationCode::DestroysUsedLock);
      break;
    case Builtin::RwReadLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTimedReadLock:
      if (rw.b != 0) {
        return fail_to_lock(e, what == Builtin::RwReadLock, what == Builtin::RwTimedReadLock,
                            ViolationCode::ReadLocksWriteLocked);
      }
      insert_sorted(rw.waiting, e.thread.agent.value);
      e.outcome.value = 1;
      break;
    case Builtin::RwWriteLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedWriteLock:
      if (is_in_use) {
        return fail_to_lock(e, what == Builtin::RwWriteLock, what == Builtin::RwTimedWriteLock,
                            ViolationCode::WriteLocksLocked);
      }
      rw.b = e.me();
      e.outcome.value = 1;
      break;
    case Builtin::RwUnlock: return unlock_rwlock(e, rw);
    default: break;
  }
  e.put(0, rw);
  e.finish(0);
}

std::uint32_t rwlock_choices(const PendingOperation& op) {
  const Builtin what = op.what();
  if (what != Builtin::RwReadLock && what != Builtin::RwWriteLock) return 1;
  const auto rw = op.lock(0, ValueKind::RwLock);
  if (!rw || rw->b == op.thread.agent.value + 1) return 1;
  if (what == Builtin::RwReadLock) return rw->b == 0 ? 1 : 0;
  const bool is_free = rw->b == 0 && rw->waiting.empty();
  return is_free || contains(rw->waiting, op.thread.agent.value) ? 1 : 0;
}

}  // namespace skein::ir
