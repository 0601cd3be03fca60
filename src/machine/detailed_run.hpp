// SPDX-License-Identifier: Apache-2.0
// A machine that can record everything about one run: source places, call stacks, values.
//
// Exploration wants runs in microseconds and so records next to nothing; a run to be shown to
// people is executed once more in this mode. Optional: callers ask the machine by dynamic_cast, and
// use names and sites alone where there is no DetailedRunner.
#pragma once

#include <optional>
#include <vector>

#include "core/plan.hpp"
#include "core/run.hpp"
#include "machine/source_details.hpp"

namespace skein {

struct DetailedRun {
  Run run;
  std::vector<StepDetails> steps;            // one for each step of the run
  std::vector<ViolationDetails> violations;  // one for each violation of the run
  std::vector<Stack> waiting;                // for each entry of run.pending: the agent's stack
  std::vector<Stack> whole_waiting;          // `waiting` with all frames of libraries; may be empty
  // For each entry of run.pending: what the objects of its operation belong to; may be empty.
  std::vector<std::vector<Whole>> awaited = {};
  std::vector<std::optional<LibraryFault>> faults = {};  // likewise: why it waits; may be empty
};

class DetailedRunner {
 public:
  DetailedRunner() = default;
  DetailedRunner(const DetailedRunner&) = delete;
  DetailedRunner& operator=(const DetailedRunner&) = delete;
  DetailedRunner(DetailedRunner&&) = delete;
  DetailedRunner& operator=(DetailedRunner&&) = delete;
  virtual ~DetailedRunner() = default;

  // Runs the plan. May be some hundred times slower than Machine::run, and need not share anything
  // with the run before.
  [[nodiscard]] virtual DetailedRun run_detailed(const Plan& plan) = 0;

  // The source place of a site.
  [[nodiscard]] virtual Place place_of(SiteId site) = 0;
};

}  // namespace skein
