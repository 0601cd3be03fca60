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
// Adds do not see each other. The first change after the last write in H, be it in H or not, has
// seen the state that this write left. The adds that H has after this write make up the rest:
//
// - Posts: if H has one, the semaphore is above zero; otherwise its state is the one seen.
// - Additions to an atomic location: the value is the one seen plus the operands of those in H.
//
// What steps have seen of their first object (Step::seen):
//
//   condition variable   the number of its waiters
//   once                 1 if it is done, else 0
//   atomic location      its value. Of fewer than 8 bytes: in the high bytes, as are operands, so
//                        that sums wrap around as they do in the location
//
// Mutexes and semaphores are gates, which steps describe already. (A condition wait, too, says with
// its gate what it has seen of the mutex, its second object.)
#pragma once

#include <cstdint>

#include "core/enabling.hpp"
#include "core/operation.hpp"
#include "core/step.hpp"

namespace skein {

// An operation with the outcome that it has in the run, and what its outcome depends on.
struct Attempt {
  Operation op;
  bool may_be_idle = false;
  std::int64_t operand = 0;
};

// The attempt that a step, or a pending operation, makes.
template <class Second>
[[nodiscard]] Attempt attempt_of(const Second& second) {
  return Attempt{second.op, second.may_be_idle, second.operand};
}

template <class Second>
void set_attempt(Second& second, const Attempt& attempt) {
  second.op = attempt.op;
  second.may_be_idle = attempt.may_be_idle;
  second.operand = attempt.operand;
}

// The effect of an attempt on an object in the state that `change` has seen, after additions that
// sum to `sum`.
template <class AnyStep>
Effect effect_before(const AnyStep& change, const Attempt& attempt, std::uint64_t sum) {
  bool is_idle = false;
  switch (attempt.op.kind) {
    case OpKind::MutexTryLock:
    case OpKind::SemTryWait: is_idle = !change.gate_before; break;
    case OpKind::OnceEnter: is_idle = change.seen != 0; break;
    case OpKind::CondSignal:
    case OpKind::CondBroadcast: is_idle = change.seen == 0; break;
    default:  // a compare-and-exchange
      is_idle = static_cast<std::uint64_t>(change.seen) + sum !=
                static_cast<std::uint64_t>(attempt.operand);
      break;
  }
  return is_idle ? Effect::Idle : Effect::Full;
}

// The operation as it would be after the history. REQUIRES: the visits of H may leave out steps
// after the operation, but none before it.
template <History H>
[[nodiscard]] Operation operation_after(const H& history, const Attempt& attempt) {
  if (!attempt.may_be_idle) return attempt.op;
  Operation op = attempt.op;
  std::uint64_t sum = 0;  // of the additions in H after its last write
  bool has_posts = false;
  bool has_all = true;
  history.visit_changes(op.first, [&](StepIndex p, Access access) {
    const auto& change = history.step(p);
    if (history.contains(p)) {
      if (access != Access::Add) return false;
      sum += static_cast<std::uint64_t>(change.operand);
      has_posts = has_posts || change.op.kind == OpKind::SemPost;
    } else {
      has_all = false;
    }
    op.effect = effect_before(change, attempt, sum);
    return true;
  });
  if (has_all) return attempt.op;
  if (has_posts) op.effect = Effect::Full;
  return op;
}

}  // namespace skein
