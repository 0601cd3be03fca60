// SPDX-License-Identifier: Apache-2.0
// Readers-writer locks.
#include <cerrno>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/sorted_list.hpp"

namespace skein::ir {

namespace {

// The lock is in use. `message`: what is wrong with waiting for it.
void fail_to_lock(const Effect& e, bool may_wait, bool is_timed, const char* message) {
  if (may_wait) return e.misuse(message);
  if (is_timed) e.context.clocks.time_out(e.thread, e.in);
  e.finish(is_timed ? ETIMEDOUT : EBUSY);
}

void unlock_rwlock(const Effect& e, Cell rw) {
  if (rw.b == e.me()) {
    rw.b = 0;
  } else if (!erase_value(rw.waiting, e.thread.agent)) {
    return e.misuse("unlocks a lock that it has not locked");
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
      return e.misuse("initialises a lock in memory that has been freed");
    }
    rw.kind = ValueKind::RwLock;
  } else if (!e.take_lock(0, ValueKind::RwLock, rw)) {
    return;
  }
  const bool is_in_use = rw.b != 0 || !rw.waiting.empty();
  switch (what) {
    case Builtin::RwDestroy:
      if (is_in_use) return e.misuse("destroys a lock that is in use");
      break;
    case Builtin::RwReadLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTimedReadLock:
      if (rw.b != 0) {
        return fail_to_lock(e, what == Builtin::RwReadLock, what == Builtin::RwTimedReadLock,
                            "locks for reading what it locked for writing");
      }
      insert_sorted(rw.waiting, e.thread.agent);
      e.outcome.value = 1;
      break;
    case Builtin::RwWriteLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedWriteLock:
      if (is_in_use) {
        return fail_to_lock(e, what == Builtin::RwWriteLock, what == Builtin::RwTimedWriteLock,
                            "locks for writing what it has locked already");
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
  if (!rw || rw->b == op.thread.agent + 1) return 1;
  if (what == Builtin::RwReadLock) return rw->b == 0 ? 1 : 0;
  const bool is_free = rw->b == 0 && rw->waiting.empty();
  return is_free || contains(rw->waiting, op.thread.agent) ? 1 : 0;
}

}  // namespace skein::ir
