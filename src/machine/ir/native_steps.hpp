// SPDX-License-Identifier: Apache-2.0
// Which steps of the ir machine are steps of the native machine, and what they do to locks.
//
// Where an agent's own past decides what comes of an operation, only the ir machine has a step:
// locking again what one holds, giving back what one does not hold. And there is one way to unlock
// a readers-writer lock there, where the native machine has two. States say who holds a lock, but
// steps on states (machine/states_machine.hpp) do not: gates are known from here too.
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
  // The step as it would be natively, with its kind and its gate; nothing if it is none there.
  // REQUIRES: each step of a run of the ir machine, in order; clear() before another run.
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

// Gives the steps of a run, from its beginning, their gates: who acquires and who releases.
void note_gates(std::span<Step> steps);

}  // namespace skein::ir
