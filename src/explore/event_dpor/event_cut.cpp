// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_cut.hpp"

namespace skein::event {

bool Cut::includes(const Cut& other) const {
  for (std::size_t b = 0; b < other.steps.size(); ++b) {
    if (other.steps[b] > steps[b]) return false;
  }
  return true;
}

void Cut::remove(const Trace& trace, Position step) {
  const AgentId agent = trace[step].agent;
  const std::uint32_t index = trace[step].index;
  for (std::size_t b = 0; b < steps.size(); ++b) {
    std::uint32_t& kept = steps[b];
    const AgentId other{b};
    // The steps of one agent are ordered: those that happen after `step` are the last ones.
    while (kept > 0 && trace.known_steps(trace.step_of(other, kept - 1), agent) > index) --kept;
  }
}

void Cut::drop_begins(const Messages& messages) {
  for (const Message& m : messages.all()) {
    if (count(m.agent) == 1 && m.agent != last.move.agent) steps[m.agent.index()] = 0;
  }
}

}  // namespace skein::event
