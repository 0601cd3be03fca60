// SPDX-License-Identifier: Apache-2.0
// Checks every run against what machine and explorer promise (`--paranoid`). Costs several times
// the exploration itself, and shares no code with it.
//
// Of the machine: the prefix is followed, the steps it says it shares with the run before are the
// same, every agent starts and ends as it should, what needs an enabler names one. Of an optimal
// explorer: no run is redundant, no two runs are equivalent [QPOR Def.4, ODPOR]. And the
// number of events that the explorer counts is the number of events there are.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/plan.hpp"
#include "core/run.hpp"
#include "explore/explorer.hpp"
#include "findings/event_table.hpp"

namespace skein {

class Auditor {
 public:
  // `is_optimal`: the explorer promises never to run a class twice, nor in vain.
  explicit Auditor(bool is_optimal) : is_optimal_(is_optimal) {}

  // Throws InternalError when a promise is broken.
  void examine(const Plan& plan, const Run& run);

  // At the end of an exploration that nothing stopped or cut.
  void examine_total(const Explorer& explorer) const;

 private:
  void examine_steps(const Plan& plan, const Run& run) const;
  void examine_agents(const Run& run) const;
  void examine_class(const Run& run);

  bool is_optimal_;
  EventTable events_;
  std::vector<Step> previous_;
  std::unordered_set<std::string> classes_;
};

}  // namespace skein
