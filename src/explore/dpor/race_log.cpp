// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/race_log.hpp"

#include <string>

namespace skein::dpor {

void RaceLog::write_race(Position first, OpKind second_kind, Position second) const {
  log::write(log::Topic::Races, [&] {
    const auto who = [](AgentId agent) { return " of agent " + std::to_string(agent.value); };
    return "race: step " + std::to_string(first.value) + ", " +
           std::string(name(trace_[first].op.kind)) + who(trace_[first].agent) + ", with " +
           (second < trace_.size() ? "step " + std::to_string(second.value) : "the pending") +
           ", " + std::string(name(second_kind)) + who(reversal_.last().move.agent);
  });
}

}  // namespace skein::dpor
