// SPDX-License-Identifier: Apache-2.0
// Vector clocks against explicit sets of steps, on random runs that are taken back in part.
#include "core/vector_clocks.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "core/random.hpp"

namespace skein {
namespace {

struct Made {
  AgentId agent;
  std::uint32_t index = 0;        // among the agent's steps
  std::set<std::size_t> history;  // positions, its own included
};

TEST(VectorClocks, CountTheHistory) {
  Random random(1);
  VectorClocks clocks;
  std::vector<Made> run;
  for (int round = 0; round < 60; ++round) {
    run.resize(random.below(run.size() + 1));
    // More agents in later rounds, so that rows must become wider.
    const std::uint64_t agents = 2 + static_cast<std::uint64_t>(round);
    while (run.size() < 40) {
      Made step;
      step.agent = AgentId{static_cast<std::uint32_t>(random.below(agents))};
      StepIndex previous;
      for (std::size_t i = 0; i < run.size(); ++i) {
        if (run[i].agent != step.agent) continue;
        previous = StepIndex{i};
        ++step.index;
      }
      if (!previous.is_none()) step.history = run[previous.index()].history;
      std::uint32_t* const row = clocks.push(StepIndex{run.size()}, step.agent, previous);
      if (!run.empty() && random.below(2) == 0) {
        const std::size_t other = random.below(run.size());
        clocks.join(row, StepIndex{other});
        step.history.insert(run[other].history.begin(), run[other].history.end());
      }
      row[step.agent.index()] = step.index + 1;
      step.history.insert(run.size());
      run.push_back(step);
    }
    for (std::size_t e = 0; e < run.size(); ++e) {
      for (std::size_t d = 0; d < run.size(); ++d) {
        const bool is_before = clocks.at(StepIndex{e}, run[d].agent) > run[d].index;
        ASSERT_EQ(is_before, run[e].history.contains(d)) << "round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace skein
