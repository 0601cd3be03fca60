// SPDX-License-Identifier: Apache-2.0
// Condition variables. A wait is two steps: the thread releases the mutex and sleeps; it wakes up
// and takes the mutex again.
#include <cerrno>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/memory/sorted_list.hpp"

namespace skein::ir {

namespace {

void sleep(const Effect& e, Cell cond, Cell mutex) {
  const std::uint32_t agent = e.thread.agent.value;
  if (mutex.b != e.me()) return e.fault(ViolationCode::WaitsWithoutMutex);
  if (mutex.bits > 0) return e.fault(ViolationCode::WaitsLockedTwice);
  mutex.b = 0;
  insert_sorted(cond.waiting, e.what() == Builtin::CondTimedWait ? agent | kTimed : agent);
  e.put(0, cond);
  e.put(1, mutex);
  e.frame().phase = 1;
}

void wake_up(const Effect& e, Cell cond, Cell mutex) {
  const std::uint32_t agent = e.thread.agent.value;
  const bool is_woken =
      erase_value(cond.woken, agent) || (erase_value(cond.woken, agent | kTimed) && e.choice == 0);
  // A thread in neither list timed out before a signal.
  if (!erase_value(cond.waiting, agent)) erase_value(cond.waiting, agent | kTimed);
  mutex.b = e.me();
  e.put(0, cond);
  e.put(1, mutex);
  e.outcome.value = is_woken ? 1 : 0;
  if (e.what() == Builtin::CondWait) {
    if (!is_woken) e.thread.had_spurious_wakeup = true;
    return e.finish(0);
  }
  if (!is_woken) e.context.clocks.time_out(e.thread, e.in);
  e.finish(is_woken ? 0 : ETIMEDOUT);
}

void signal(const Effect& e, Cell& cond) {
  e.outcome.value = -1;
  if (e.choice == cond.waiting.size()) {
    cond.waiting.clear();
    return;
  }
  const std::uint32_t woken = cond.waiting[e.choice] & ~kTimed;
  cond.waiting.erase(cond.waiting.begin() + e.choice);
  insert_sorted(cond.woken, woken);
  e.outcome.value = woken;
}

// The threads that a signal may wake. The last choice wakes no thread, if all may have timed out
// before the signal. Threads with a timeout are last in the list.
std::uint32_t signal_choices(const Cell& cond) {
  const bool can_all_time_out = cond.waiting.empty() || (cond.waiting.front() & kTimed) != 0;
  return static_cast<std::uint32_t>(cond.waiting.size()) + (can_all_time_out ? 1 : 0);
}

}  // namespace

void execute_cond(const Effect& e) {
  const Builtin what = e.what();
  Cell cond;
  if (what == Builtin::CondInit) {
    if (e.values[0].is_absent()) {
      return e.fault(ViolationCode::ConditionInFreedMemory);
    }
    cond.kind = ValueKind::Cond;
  } else if (!e.take_lock(0, ValueKind::Cond, cond)) {
    return;
  }
  switch (what) {
    case Builtin::CondDestroy:
      if (!cond.waiting.empty()) return e.fault(ViolationCode::DestroysAwaitedCondition);
      break;
    case Builtin::CondWait:
    case Builtin::CondTimedWait: {
      Cell mutex;
      if (!e.take_lock(1, ValueKind::Mutex, mutex)) return;
      return e.frame().phase == 0 ? sleep(e, cond, mutex) : wake_up(e, cond, mutex);
    }
    case Builtin::CondSignal: signal(e, cond); break;
    case Builtin::CondBroadcast:
      e.outcome.value = static_cast<std::int64_t>(cond.waiting.size());
      for (const std::uint32_t woken : cond.waiting) insert_sorted(cond.woken, woken);
      cond.waiting.clear();
      break;
    default: break;
  }
  e.put(0, cond);
  e.finish(0);
}

std::uint32_t cond_choices(const PendingOperation& op) {
  const Builtin what = op.what();
  const std::uint32_t agent = op.thread.agent.value;
  const bool is_wait = what == Builtin::CondWait || what == Builtin::CondTimedWait;
  if (what != Builtin::CondSignal && !(is_wait && op.phase() != 0)) return 1;
  const auto cond = op.lock(0, ValueKind::Cond);
  if (what == Builtin::CondSignal) return cond ? signal_choices(*cond) : 1;
  const auto mutex = op.lock(1, ValueKind::Mutex);
  if (!cond || !mutex) return 1;
  if (mutex->b != 0) return 0;
  if (what == Builtin::CondWait) {
    return contains(cond->woken, agent) || may_wake_spuriously(op.context.options, op.thread) ? 1
                                                                                              : 0;
  }
  // Woken or not, it may time out. The broadcast that woke it may have come after its timeout.
  return contains(cond->woken, agent | kTimed) ? 2 : 1;
}

}  // namespace skein::ir
