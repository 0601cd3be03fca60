// SPDX-License-Identifier: Apache-2.0
// What the operations of a model program would do in its current state: which of them have no
// effect (core/outcome.hpp).
#pragma once

#include <cstdint>

#include "core/outcome.hpp"
#include "core/step.hpp"
#include "machine/model/language/model_program.hpp"
#include "machine/model/model_machine.hpp"

namespace skein {

class ModelOutcomes {
 public:
  explicit ModelOutcomes(const ModelMachine& machine) : machine_(machine) {}

  // Step::seen of an operation that is about to be executed (core/outcome.hpp).
  [[nodiscard]] std::int64_t seen(const Operation& op) const {
    if (op.first.value < machine_.program_.visible_cells)
      return machine_.state_.cells()[op.first.value];
    switch (op.kind) {
      case OpKind::CondWait:
      case OpKind::CondTimedWake:
      case OpKind::CondSignal:
      case OpKind::CondBroadcast: return waiters(op.first);
      case OpKind::OnceEnter:
      case OpKind::OnceLeave: return machine_.state_.sync(op.first).value;
      default: return 0;
    }
  }
  // Whether all operations of this kind do the same in all states: attempt() has nothing to say.
  [[nodiscard]] static bool is_plain(OpKind kind) {
    return traits(kind).idle == Access::None && traits(kind).blind == Access::None;
  }
  // The operation of an agent that is at `in`, with or without effect.
  [[nodiscard]] Attempt attempt(AgentId a, const Instruction& in, const Operation& op) const;
  [[nodiscard]] Pending resolved(const Pending& pending) const;

 private:
  [[nodiscard]] std::int64_t waiters(ObjectId condition) const;

  const ModelMachine& machine_;
};

}  // namespace skein
