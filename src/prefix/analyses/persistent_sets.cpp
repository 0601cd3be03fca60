// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/persistent_sets.hpp"

#include <algorithm>
#include <ranges>

#include "prefix/analyses/cycles.hpp"

namespace skein {

namespace {

bool has(const std::vector<std::uint64_t>& bits, std::uint32_t i) {
  return i / 64 < bits.size() && ((bits[i / 64] >> (i % 64)) & 1U) != 0;
}

// True if something was new.
bool add_all(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  std::uint64_t fresh = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    fresh |= from[i] & ~to[i];
    to[i] |= from[i];
  }
  return fresh != 0;
}

void add(std::vector<std::uint64_t>& bits, std::uint32_t i) {
  if (bits.size() <= i / 64) bits.resize(i / 64 + 1);
  bits[i / 64] |= 1ULL << (i % 64);
}

}  // namespace

PersistentSets::PersistentSets(Prefix& prefix) : prefix_(prefix) {
  const std::span<const PrefixEventId> events = prefix.events();
  const auto local_before = [&](const Prefix::Event& e) { return prefix.chains()[e.before].value; };
  ValueId most;
  std::uint32_t agents = 0;
  for (const PrefixEventId e : events) {
    most = std::max({most, local_before(prefix[e]), prefix[e].touched.front().value});
    agents = std::max(agents, prefix[e].agent.value);
  }
  for (std::uint32_t c = 0; c < prefix.components(); ++c) {
    const AgentId agent = prefix.agent_of(ComponentId{c});
    if (!agent.is_none()) agents = std::max(agents, agent.value);
  }
  next_.resize(most.index() + 1);
  futures_.resize(most.index() + 1);
  pending_.resize(most.index() + 1);
  of_agent_.resize(agents + 1);
  for (const PrefixEventId e : events) {
    const Prefix::Event& event = prefix[e];
    const ValueId from = local_before(event);
    const ValueId to = event.touched.front().value;
    auto& next = next_[from.index()];
    if (!to.is_absent() && std::find(next.begin(), next.end(), to.value) == next.end())
      next.push_back(to.value);
    if (!pending_[from.index()].empty()) continue;
    for (std::size_t i = 1; i < event.touched.size(); ++i) {
      const Prefix::Touched& t = event.touched[i];
      pending_[from.index()].emplace_back(t.component.value, t.access == Access::Write);
      for (Touches* touches : {&futures_[from.index()], &of_agent_[event.agent.index()]}) {
        add(touches->touched, t.component.value);
        if (t.access == Access::Write) add(touches->written, t.component.value);
      }
    }
  }
  // Later events first: without cycles one pass is nearly enough.
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (const PrefixEventId e : std::views::reverse(events)) {
      const ValueId from = local_before(prefix[e]);
      const ValueId to = prefix[e].touched.front().value;
      if (to.is_absent() || to == from) continue;
      const bool has_touched =
          add_all(futures_[from.index()].touched, futures_[to.index()].touched);
      const bool has_written =
          add_all(futures_[from.index()].written, futures_[to.index()].written);
      has_changed = has_changed || has_touched || has_written;
    }
  }
  has_cycle_ = skein::has_cycle(next_);
}

const PersistentSets::Touches& PersistentSets::future(std::uint32_t agent, ValueId local) const {
  if (!local.is_absent())
    return local.index() < futures_.size() ? futures_[local.index()] : nothing_;
  return is_alive_[agent] != 0 ? of_agent_[agent] : nothing_;
}

// Whether the agent's next step clashes with these. An absent agent is about to be created.
bool PersistentSets::clashes(std::uint32_t agent, ValueId local, const Touches& with) const {
  if (local.is_absent()) {
    const ComponentId own = prefix_.component_of(AgentId{agent});
    return has(with.touched, own.value);
  }
  if (local.index() >= pending_.size()) return false;
  return std::any_of(
      pending_[local.index()].begin(), pending_[local.index()].end(),
      [&](const auto& p) { return has(p.second ? with.touched : with.written, p.first); });
}

// Adds every agent that may touch what the agents in the set are about to touch.
void PersistentSets::close(std::span<const ValueId> locals, std::vector<std::uint32_t>& set) {
  for (std::size_t i = 0; i < set.size(); ++i) {  // the set grows meanwhile
    for (std::uint32_t other = 0; other < locals.size(); ++other) {
      if (std::find(set.begin(), set.end(), other) != set.end()) continue;
      if (clashes(set[i], locals[set[i]], future(other, locals[other]))) set.push_back(other);
    }
  }
}

const std::vector<std::uint32_t>& PersistentSets::choose(std::span<const ValueId> locals,
                                                         std::span<const char> can_move) {
  const auto n = static_cast<std::uint32_t>(locals.size());
  if (of_agent_.size() < n) of_agent_.resize(n);
  // An absent agent has a future if some agent may create it.
  is_alive_.assign(n, 0);
  for (std::uint32_t a = 0; a < n; ++a) is_alive_[a] = !locals[a].is_absent() ? 1 : 0;
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (std::uint32_t a = 0; a < n; ++a) {
      if (is_alive_[a] != 0) continue;
      for (std::uint32_t b = 0; b < n && is_alive_[a] == 0; ++b) {
        if (is_alive_[b] != 0 && clashes(a, ValueId{}, future(b, locals[b]))) is_alive_[a] = 1;
      }
      has_changed = has_changed || is_alive_[a] != 0;
    }
  }
  chosen_.clear();
  std::size_t fewest = 0;
  for (std::uint32_t a = 0; a < n; ++a) {
    if (can_move[a] == 0) continue;
    tried_.assign(1, a);
    close(locals, tried_);
    const auto movers = static_cast<std::size_t>(std::count_if(
        tried_.begin(), tried_.end(), [&](std::uint32_t b) { return can_move[b] != 0; }));
    if (!chosen_.empty() && movers >= fewest) continue;
    chosen_ = tried_;
    fewest = movers;
    if (fewest == 1) break;
  }
  return chosen_;
}

}  // namespace skein
