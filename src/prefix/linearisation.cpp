// SPDX-License-Identifier: Apache-2.0
#include "prefix/linearisation.hpp"

#include <algorithm>

#include "core/ensure.hpp"

namespace skein {

bool Linearisation::is_ready(PrefixEventId e) const {
  const auto done = [this](PrefixEventId f) { return is_done(f); };
  const Prefix::Event& event = prefix_[e];
  for (const Prefix::Touched& t : event.touched) {
    if (!done(prefix_.chains()[t.saw].event)) return false;
  }
  return std::all_of(event.seen_reads.begin(), event.seen_reads.end(), done);
}

void Linearisation::mark(PrefixEventId e) {
  if (marks_.size() <= e.index()) marks_.resize(e.index() + 1);
  marks_[e.index()] = last_mark_;
}

std::vector<PrefixEventId> Linearisation::of(const View& v) {
  // Collects all events by walking up the agents' chains; then takes agent by agent, each as far as
  // it can go.
  const Chains& chains = prefix_.chains();
  std::vector<std::vector<PrefixEventId>> todo;  // by agent, the last event first
  ++last_mark_;
  for (std::uint32_t i = 0; i < v.last.size(); ++i) {
    const AgentId agent = prefix_.agent_of(ComponentId{i});
    if (agent.is_none()) continue;
    auto& own = todo.emplace_back();
    for (ChainId n = v.last[i]; !chains[n].event.is_none(); n = chains[n].parent) {
      if (prefix_[chains[n].event].agent == agent) own.push_back(chains[n].event);
    }
  }
  std::vector<PrefixEventId> result;
  bool has_moved = true;
  while (has_moved) {
    has_moved = false;
    for (auto& own : todo) {
      while (!own.empty() && is_ready(own.back())) {
        mark(own.back());
        result.push_back(own.back());
        own.pop_back();
        has_moved = true;
      }
    }
  }
  for (const auto& own : todo) ensure(own.empty(), "a configuration that cannot be executed");
  return result;
}

std::vector<PrefixEventId> Linearisation::of(PrefixEventId e) {
  std::vector<PrefixEventId> result = of(prefix_.past(e));
  result.push_back(e);
  return result;
}

}  // namespace skein
