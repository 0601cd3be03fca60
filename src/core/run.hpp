// SPDX-License-Identifier: Apache-2.0
// A run: what a machine did under a plan, and how it ended.
//
// An agent that violates a property, or whose assumption fails, halts there; all others go on. So
// one agent's failure hides nothing that others do, and the set of runs does not depend on the
// order in which independent agents fail.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/run_end.hpp"
#include "core/step.hpp"
#include "core/violation.hpp"

namespace skein {

struct Run {
  std::vector<Step> steps;
  // The number of leading steps that are identical to those of this machine's previous run. An
  // explorer need not look at them again. 0 is always right.
  std::size_t shared_prefix = 0;
  End end = End::Completed;
  BoundHit bound = BoundHit::None;
  std::vector<Violation> violations;
  // What every agent that has neither finished nor halted would do next, by agent. After Deadlock
  // all of these are disabled; a handler's unbegun messages count as agents.
  std::vector<Pending> pending;
  // What was enabled before each step: the list that the machine gave to Scheduler::pick. Both
  // vectors are empty unless the plan has records_enabled. Before step i these are
  // enabled[enabled_from[i]] up to enabled[enabled_from[i + 1]], exclusive; enabled_from has one
  // entry more than there are steps. A machine that restores steps has their lists too: it keeps
  // them from the previous run, or restores no step if that run was not recorded.
  std::vector<Pending> enabled;
  std::vector<std::uint32_t> enabled_from;

  // A machine may already have begun the next run, as far as Plan::reusable_prefix allows. If the
  // explorer learns, while it looks at this run, that the next plan shares more of it, the explorer
  // stores the larger number here, and never a smaller one. Null if the machine does not use it.
  std::atomic<std::uint32_t>* reusable_prefix = nullptr;

  [[nodiscard]] bool is_complete() const {
    return end == End::Completed || end == End::Deadlock || end == End::Blocked ||
           end == End::Violation;
  }
};

}  // namespace skein
