// SPDX-License-Identifier: Apache-2.0
// Widening across events: what a thread does in a loop that has visible operations in it.
//
// Each iteration of such a loop is an event of its own, and where values grow no event has a state
// that includes the next. So a thread that comes to a place again has its local state, and the
// cells that it wrote, widened with those of its visit before. Places are told apart by flags and
// by the operands of the operation that comes next, which stay as they are. docs/prove.md says why
// this is sound, and why the construction then ends.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/local/analysis_instance.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/steps/history.hpp"

namespace skein::abstract {

// The last execution of a step.
struct Execution {
  Outcome outcome;
  const Transition* what = nullptr;
  std::vector<ValueId> seen;  // the values of the touched objects before
  ByObject<ValueId> written;
  Zone facts;  // about cells, afterwards
};

class LoopIterations {
 public:
  LoopIterations(AnalysisInstance& instance, History& history)
      : instance_(instance), history_(history) {}

  // The contract of core/states.hpp; `execution` is the one that is widened.
  [[nodiscard]] std::uint32_t loop_place(ValueId local);
  [[nodiscard]] IterationId widen(IterationId before, Execution& execution);
  [[nodiscard]] bool widen_sooner();
  void begin_again();

 private:
  // What an agent has written, up to one of its visits to a place.
  struct Iteration {
    std::uint32_t count = 0;  // of visits
    ValueId local;
    ByObject<ValueId> written;          // carried or not: the last value of each cell
    Zone facts;                         // of the last visit that wrote one of the cells
    std::set<Difference> known_before;  // facts since visits are widened, without their bounds
  };

  [[nodiscard]] Zone widened_facts(Iteration& iteration, const Execution& execution);
  static void remember_facts(Iteration& iteration, const Execution& execution);

  AnalysisInstance& instance_;
  History& history_;
  std::map<std::pair<LocalAnalysis::Place, LocalAnalysis::Partition>, std::uint32_t> places_;
  std::vector<std::uint32_t> place_of_local_;  // 0: not asked yet
  std::vector<Iteration> iterations_;
  std::uint32_t most_iterations_ = 0;  // so far
};

}  // namespace skein::abstract
