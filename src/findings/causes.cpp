// SPDX-License-Identifier: Apache-2.0
#include "findings/causes.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "explore/dpor/trace.hpp"
#include "findings/event_table.hpp"

namespace skein {

namespace {

constexpr std::size_t kMostStepsWithOrder = 20'000;

}  // namespace

std::vector<std::vector<std::size_t>> immediate_causes(const std::vector<Step>& steps) {
  std::vector<std::vector<std::size_t>> result(steps.size());
  if (steps.size() > kMostStepsWithOrder) return result;
  EventTable table;
  const auto numbers = table.add(steps);
  std::unordered_map<EventTable::Number, std::size_t> positions;
  for (std::size_t i = 0; i < numbers.size(); ++i) positions.emplace(numbers[i], i);
  dpor::Trace trace;
  trace.follow(steps, 0);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::set<std::size_t> causes;
    for (const EventTable::Number cause : table.events()[numbers[i]].causes) {
      causes.insert(positions.at(cause));
    }
    if (!steps[i].enabler.is_none()) causes.insert(steps[i].enabler.index());
    for (const std::size_t d : causes) {
      const bool is_implied = std::any_of(causes.begin(), causes.end(), [&](std::size_t other) {
        return other != d &&
               trace.is_before(static_cast<dpor::Position>(d), static_cast<dpor::Position>(other));
      });
      if (!is_implied) result[i].push_back(d);
    }
  }
  return result;
}

}  // namespace skein
