// SPDX-License-Identifier: Apache-2.0
#include "findings/race_statistics.hpp"

#include <algorithm>

#include "explore/dpor/race_finder.hpp"
#include "explore/dpor/trace.hpp"

namespace skein {

namespace {

// Runs looked at for each doubling of the number of runs.
constexpr std::uint64_t kLooks = 32;
// Longer runs take too long to analyse.
constexpr std::size_t kMostCensusSteps = 5'000;

// The object on which two operations clash.
ObjectId common_object(const Operation& a, const Operation& b) {
  for (const ObjectId object : {a.first, a.second}) {
    if (!object.is_none() && (object == b.first || object == b.second)) return object;
  }
  return a.first;
}

}  // namespace

void RaceStatistics::see(const Run& run) {
  if (seen_++ % stride_ != 0) return;
  if (seen_ >= 2 * kLooks * stride_) stride_ *= 2;
  if (run.steps.size() <= kMostCensusSteps) look_at(run);
}

void RaceStatistics::look_at(const Run& run) {
  if (run.steps.size() > example_.size()) {
    example_.clear();
    for (const Step& step : run.steps) example_.push_back(step.move());
  }
  dpor::Trace trace;
  trace.follow(run.steps, 0);
  dpor::RaceFinder finder(trace);
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    finder.find(dpor::Position{i});
    for (std::size_t k = 0; k < finder.count(); ++k) {
      add(run.steps[finder.first(k).index()], run.steps[i].agent, run.steps[i].op);
    }
  }
  for (const Pending& pending : run.pending) {
    finder.find(pending);
    for (std::size_t k = 0; k < finder.count(); ++k) {
      add(run.steps[finder.first(k).index()], pending.agent, pending.op);
    }
  }
}

void RaceStatistics::add(const Step& a, AgentId agent, const Operation& op) {
  const auto [first, second] = std::minmax(a.agent, agent);
  ++counts_[{first, second, common_object(a.op, op)}];
  ++races_;
}

std::vector<RaceCount> RaceStatistics::counts() const {
  std::vector<RaceCount> result;
  for (const auto& [key, races] : counts_) {
    result.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), races});
  }
  return result;
}

}  // namespace skein
