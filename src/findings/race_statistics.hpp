// SPDX-License-Identifier: Apache-2.0
// What makes an exploration large: the races of its runs, counted by pairs of agents and by object.
//
// Each race that can be reversed leads to another execution, so what most races are about is what
// multiplies the executions. To look at every run would take too long: the first runs are all
// looked at, and then fewer and fewer, a fixed number each time the runs have doubled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "core/ids.hpp"
#include "core/plan.hpp"
#include "core/run.hpp"

namespace skein {

// Races of two agents on an object; a race on several objects counts for the first.
struct RaceCount {
  AgentId first;  // the smaller number
  AgentId second;
  ObjectId object;
  std::uint64_t races = 0;
};

class RaceStatistics {
 public:
  // Call it for every run: most of them cost next to nothing.
  void see(const Run& run);

  [[nodiscard]] std::uint64_t races() const { return races_; }
  // The moves of the longest run that was looked at: it has most of the objects.
  [[nodiscard]] const std::vector<Move>& example() const { return example_; }
  // In the order of agents and objects.
  [[nodiscard]] std::vector<RaceCount> counts() const;

 private:
  void look_at(const Run& run);
  void add(const Step& a, AgentId agent, const Operation& op);

  std::uint64_t seen_ = 0;    // runs
  std::uint64_t stride_ = 1;  // one run in `stride_` is looked at
  std::uint64_t races_ = 0;
  std::vector<Move> example_;
  std::map<std::tuple<AgentId, AgentId, ObjectId>, std::uint64_t> counts_;
};

}  // namespace skein
