// SPDX-License-Identifier: Apache-2.0
// Whether an operation has an effect, or is idle (operation.hpp).
//
// Reversing a race executes an operation after another history, where it may have the other
// outcome. Explorers must know which, because what depends on the operation depends on it.
// operation_after() answers without running the program. Only operations that write an object or
// add to it change its state. Writes are ordered with all other changes. So, if nothing adds to the
// object, its state after a history H is the state that the first write outside of H has seen. If H
// has all changes of the run before the operation, the outcome is that of the run.
//
// Only semaphores are added to. If H adds to one after its last write there, it is above zero.
// Otherwise its state is the one that the first change after this write has seen.
//
// What steps have seen of their first object (Step::seen):
//
//   condition variable   the number of its waiters
//   once                 1 if it is done, else 0
//   atomic location      its value
//
// Mutexes and semaphores are gates, which steps describe already. (A condition wait, too, says with
// its gate what it has seen of the mutex, its second object.)
#pragma once

#include <cstdint>

#include "core/enabling.hpp"
#include "core/operation.hpp"
#include "core/step.hpp"

namespace skein {

// The effect of an operation on an object in the state that `change` has seen.
template <class AnyStep>
Effect effect_before(const AnyStep& change, OpKind kind, std::int64_t sought) {
  bool is_idle = false;
  switch (kind) {
    case OpKind::MutexTryLock:
    case OpKind::SemTryWait: is_idle = !change.gate_before; break;
    case OpKind::OnceEnter: is_idle = change.seen != 0; break;
    case OpKind::CondSignal:
    case OpKind::CondBroadcast: is_idle = change.seen == 0; break;
    default: is_idle = change.seen != sought; break;  // a compare-and-exchange
  }
  return is_idle ? Effect::Idle : Effect::Full;
}

// An operation with the outcome that it has in the run, and what its outcome depends on.
struct Attempt {
  Operation op;
  bool may_be_idle = false;
  std::int64_t sought = 0;
};

// That of a step, or of a pending operation.
template <class Second>
[[nodiscard]] Attempt attempt_of(const Second& second) {
  return Attempt{second.op, second.may_be_idle, second.sought};
}

template <class Second>
void set_attempt(Second& second, const Attempt& attempt) {
  second.op = attempt.op;
  second.may_be_idle = attempt.may_be_idle;
  second.sought = attempt.sought;
}

// The operation as it would be after the history. REQUIRES: the visits of H may leave out steps
// after the operation, but none before it.
template <History H>
[[nodiscard]] Operation operation_after(const H& history, const Attempt& attempt) {
  Operation op = attempt.op;
  if (!attempt.may_be_idle) return op;
  history.visit_changes(op.first, [&](StepIndex p, Access access) {
    if (history.contains(p)) {
      if (access == Access::Add) op.effect = Effect::Full;
      return false;
    }
    op.effect = effect_before(history.step(p), op.kind, attempt.sought);
    return true;
  });
  return op;
}

}  // namespace skein
