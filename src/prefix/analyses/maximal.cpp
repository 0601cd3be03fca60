// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/maximal.hpp"

#include <tsl/robin_map.h>

#include <algorithm>
#include <vector>

#include "core/random.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/persistent_sets.hpp"

namespace skein {

namespace {

class MaximalSearch {
 public:
  MaximalSearch(Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough)
      : prefix_(prefix), futures_(prefix), most_(most), is_enough_(is_enough) {
    for (std::uint32_t c = 0; c < prefix.components(); ++c) {
      const AgentId agent = prefix.agent_of(ComponentId{c});
      if (agent.is_none()) continue;
      if (agents_.size() <= agent.index()) agents_.resize(agent.index() + 1);
      agents_[agent.index()] = ComponentId{c};
    }
  }

  std::optional<std::uint64_t> run() {
    static_cast<void>(is_new(View{}));
    todo_.emplace_back();
    while (!todo_.empty()) {
      if (numbers_.size() > most_ || (is_enough_ && is_enough_())) return std::nullopt;
      const View K = std::move(todo_.back());
      todo_.pop_back();
      look_at(K);
    }
    return found_;
  }

 private:
  // A configuration is identified by the nodes of its agents.
  bool is_new(const View& K) {
    const std::size_t begin = nodes_.size();
    std::uint64_t key = 0;
    for (const ComponentId c : agents_) {
      nodes_.push_back(c.is_none() ? ChainId{} : prefix_.last(K, c));
      key = mix64(key + nodes_.back().value + 1);
    }
    const auto here = nodes_.begin() + static_cast<std::ptrdiff_t>(begin);
    while (true) {
      const auto [it, is_free] = numbers_.try_emplace(key, begin);
      if (is_free) return true;
      if (std::equal(here, nodes_.end(),
                     nodes_.begin() + static_cast<std::ptrdiff_t>(it->second))) {
        nodes_.resize(begin);
        return false;
      }
      key = mix64(key + 1);
    }
  }

  void look_at(const View& K) {
    locals_.clear();
    can_move_.clear();
    next_.clear();
    for (const ComponentId c : agents_) {
      const ChainId n = c.is_none() ? ChainId{} : prefix_.last(K, c);
      locals_.push_back(n.is_none() ? ValueId{} : prefix_.chains()[n].value);
      next_.push_back(n.is_none() ? PrefixEventId{} : prefix_.next_event(K, n));
      can_move_.push_back(has_event(next_.back()) ? 1 : 0);
    }
    if (std::find(can_move_.begin(), can_move_.end(), 1) == can_move_.end()) {
      ++found_;
      return;
    }
    for (const std::uint32_t agent : futures_.choose(locals_, can_move_)) {
      if (next_[agent].is_none()) continue;
      for (std::uint32_t choice = 0; choice < prefix_[next_[agent]].choices; ++choice) {
        const Prefix::Event& event = prefix_[PrefixEventId{next_[agent].value + choice}];
        if (event.is_cutoff) continue;
        View next = K;
        prefix_.merge(next, event.view);
        if (is_new(next)) todo_.push_back(std::move(next));
      }
    }
  }

  // Whether one of the operation's choices is not a cut-off.
  [[nodiscard]] bool has_event(PrefixEventId first) const {
    if (first.is_none()) return false;
    for (std::uint32_t choice = 0; choice < prefix_[first].choices; ++choice) {
      if (!prefix_[PrefixEventId{first.value + choice}].is_cutoff) return true;
    }
    return false;
  }

  Prefix& prefix_;
  PersistentSets futures_;
  std::size_t most_;
  const std::function<bool()>& is_enough_;
  std::vector<ComponentId> agents_;  // by agent
  std::vector<ValueId> locals_;      // by agent
  std::vector<char> can_move_;       // by agent
  std::vector<PrefixEventId> next_;  // by agent: the first choice of its next event
  std::vector<View> todo_;
  std::vector<ChainId> nodes_;  // of all configurations so far, one after the other
  // Where each configuration begins in nodes_, by its hash. On a collision the key is the hash of
  // the hash, and so on.
  tsl::robin_map<std::uint64_t, std::size_t> numbers_;
  std::uint64_t found_ = 0;
};

// If nothing is cut off and main always ends last, a maximal configuration is either the history of
// main's end or has a stuck agent. So if no agent can get stuck and every event is in the history
// of some end of main, the ends are all maximal configurations. (The second condition does not
// imply the first: two events of different ends may form a deadlock, as in
// tests/prefix/maximal_test.cpp.)
std::optional<std::uint64_t> count_ends(Prefix& prefix, const std::function<bool()>& is_enough) {
  if (prefix.statistics().cutoffs > 0 || prefix.statistics().faults > 0) return std::nullopt;
  std::vector<char> is_needed;
  std::vector<PrefixEventId> todo;
  std::uint64_t ends = 0;
  const auto need = [&](PrefixEventId e) {
    if (e.is_none()) return;
    if (is_needed.size() <= e.index()) is_needed.resize(e.index() + 1);
    if (is_needed[e.index()] != 0) return;
    is_needed[e.index()] = 1;
    todo.push_back(e);
  };
  for (const PrefixEventId e : prefix.events()) {
    const Prefix::Event& event = prefix[e];
    if (event.agent != kMainAgent || event.kind != OpKind::ThreadExit) continue;
    ++ends;
    for (std::uint32_t c = 0; c < event.view.last.size(); ++c) {
      if (prefix.agent_of(ComponentId{c}).is_none()) continue;
      const ValueId local = prefix.value(event.view, ComponentId{c});
      if (!local.is_absent() && prefix.agent_of(ComponentId{c}) != kMainAgent) return std::nullopt;
    }
    need(e);
  }
  std::size_t needed = 0;
  while (!todo.empty()) {
    const PrefixEventId e = todo.back();
    todo.pop_back();
    ++needed;
    for (const Prefix::Touched& t : prefix[e].touched) need(prefix.chains()[t.saw].event);
    for (const PrefixEventId r : prefix[e].seen_reads) need(r);
  }
  if (needed != prefix.events().size()) return std::nullopt;
  const StandstillSearch stuck = find_deadlocks(prefix, is_enough);
  return stuck.is_complete && stuck.found.empty() ? std::optional(ends) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> count_maximal_configurations(Prefix& prefix, std::size_t most,
                                                          const std::function<bool()>& is_enough) {
  if (const auto ends = count_ends(prefix, is_enough)) return ends;
  return MaximalSearch(prefix, most, is_enough).run();
}

}  // namespace skein
