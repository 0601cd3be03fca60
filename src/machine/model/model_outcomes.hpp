// SPDX-License-Identifier: Apache-2.0
// What the operations of a model program would do in its current state: which of them have no
// effect (core/outcome.hpp).
#pragma once

#include <cstdint>

#include "core/outcome.hpp"
#include "core/step.hpp"
#include "machine/model/language/model_program.hpp"

namespace skein {

class ModelMachine;

class ModelOutcomes {
 public:
  explicit ModelOutcomes(const ModelMachine& machine) : machine_(machine) {}

  // Step::seen of an operation that is about to be executed.
  [[nodiscard]] std::int64_t seen(const Operation& op) const;
  // The operation of an agent that is at `in`, with or without effect.
  [[nodiscard]] Attempt attempt(AgentId a, const Instruction& in, const Operation& op) const;
  [[nodiscard]] Pending resolved(const Pending& pending) const;

 private:
  const ModelMachine& machine_;
};

}  // namespace skein
