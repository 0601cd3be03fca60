#include "explore/event_word.hpp"

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

void Front::place(const Scene& scene, std::size_t agents, Position at) {
  done.assign(agents, 0);
  active.assign(scene.messages.handlers(), AgentId{});
  for (Position i = 0; i < at; ++i) ++done[scene.trace[i].agent.index()];
  for (const Message& m : scene.messages.all()) {
    if (m.begin < at && (m.end == kNowhere || m.end >= at)) active[m.handler] = m.agent;
  }
}

void Front::advance(AgentId agent, Handler begins, Handler ends) {
  if (agent.index() >= done.size()) done.resize(agent.index() + 1, 0);
  ++done[agent.index()];
  if (begins != kNoHandler) {
    if (begins >= active.size()) active.resize(begins + std::size_t{1});
    active[begins] = agent;
  }
  if (ends != kNoHandler) active[ends] = AgentId{};
}

}  // namespace skein::event
