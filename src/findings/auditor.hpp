// SPDX-License-Identifier: Apache-2.0
// Checks every run against what machine and explorer promise (`--paranoid`). Costs several times
// the exploration itself, and shares no code with it.
//
// Promises of the machine: the prefix is followed, the steps reported as shared with the previous
// run are the same, every agent starts and ends as it should, every operation that needs an enabler
// names one. Promises of an optimal explorer: no run is redundant, no two runs are equivalent [QPOR
// Def.4, ODPOR]. And every explorer counts the right number of events.
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
  // `is_optimal`: the explorer promises never to run a class twice, and no redundant run.
  explicit Auditor(bool is_optimal) : is_optimal_(is_optimal) {}

  // Throws InternalError when a promise is broken.
  void examine(const Plan& plan, const Run& run);

  // Call at the end of an exploration that was neither stopped nor cut.
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
