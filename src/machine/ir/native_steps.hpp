// SPDX-License-Identifier: Apache-2.0
// Which steps of the ir machine are steps of the native machine, and what they do to locks.
//
// Where an agent's own past decides the result of an operation, only the ir machine has a step:
// locking again a lock the agent holds, releasing one it does not hold. Also, the ir machine has
// one operation to unlock a readers-writer lock where the native machine has two. States say which
// agent holds a lock, but the steps of machine/states_machine.hpp do not: this file computes their
// gates too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "core/step.hpp"

namespace skein::ir {

class NativeSteps {
 public:
  // The step as it would be on the native machine, with its kind and its gate; empty if there is
  // none. REQUIRES: called for each step of a run of the ir machine, in order; clear() before
  // another run.
  [[nodiscard]] std::optional<Step> follow(const Step& s);
  void clear() {
    locks_.clear();
    has_threads_ = false;
  }

 private:
  struct Lock {
    std::uint32_t owner = 0;  // agent + 1
    std::uint32_t depth = 0;
    std::multiset<std::uint32_t> readers;
  };

  std::map<std::uint32_t, Lock> locks_;  // by object
  bool has_threads_ = false;
};

// Gives the steps of a complete run their gates: which acquire and which release.
void note_gates(std::span<Step> steps);

}  // namespace skein::ir
