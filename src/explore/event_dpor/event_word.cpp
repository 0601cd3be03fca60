// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_word.hpp"

namespace skein::event {

void Word::remove(const Trace& trace, Position step) {
  const AgentId agent = trace[step].agent;
  const std::uint32_t index = trace[step].index;
  for (std::size_t b = 0; b < cut.size(); ++b) {
    std::uint32_t& kept = cut[b];
    const AgentId other{b};
    // The steps of one agent are ordered: those that happen after are the last ones.
    while (kept > 0 && trace.known_steps(trace.step_of(other, kept - 1), agent) > index) --kept;
  }
}

void Word::drop_begins(const Messages& messages) {
  for (const Message& m : messages.all()) {
    if (count(m.agent) == 1 && m.agent != last.move.agent) cut[m.agent.index()] = 0;
  }
}

}  // namespace skein::event
