// SPDX-License-Identifier: Apache-2.0
#include "prefix/pending_index.hpp"

#include <algorithm>

namespace skein {

const std::vector<ChainId>& PendingIndex::find(PrefixEventId e,
                                               std::span<const ComponentId> moved) {
  const Chains& chains = prefix_.chains();
  for (; indexed_ < chains.size(); ++indexed_) {
    const ChainId n{indexed_};
    if (!prefix_.agent_of(chains[n].component).is_none()) enter(n);
  }
  found_.clear();
  const View& v = prefix_[e].view;
  std::size_t i = 0;
  while (i < prefix_.agents().size()) {  // the list may grow meanwhile
    const ComponentId agent = prefix_.agents()[i++];
    if (agent.is_none() || std::find(moved.begin(), moved.end(), agent) != moved.end()) continue;
    for (const Prefix::Touched& t : prefix_[e].touched) find_pending(agent, t, v);
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  std::erase_if(found_, [&](ChainId p) { return !prefix_.fit(prefix_.view(p), v); });
  return found_;
}

// The last node at or above n at which the agent is about to touch c; none if there is no such
// node.
ChainId PendingIndex::nearest_pending(ChainId n, ComponentId c) {
  while (!n.is_none() && prefix_.next_step(n).touch_of(c) == nullptr) {
    n = prefix_.chains()[n].parent;
  }
  return n;
}

// The write of c that the event of this node saw.
ChainId PendingIndex::saw_at(ChainId n, ComponentId c) const {
  for (const Prefix::Touched& t : prefix_[prefix_.chains()[n].event].touched) {
    if (t.component == c) return t.saw;
  }
  return ChainId{};
}

// Enters a node of an agent's chain, by what the agent is about to touch there.
void PendingIndex::enter(ChainId n) {
  const NextStep& next = prefix_.next_step(n);
  const Chains& chains = prefix_.chains();
  const ChainId parent = chains[n].parent;
  for (const PendingTouch& p : next.touches) {
    const ChainId before = parent.is_none() ? ChainId{} : nearest_pending(parent, p.component);
    const bool is_first = before.is_none();
    const ChainId from = is_first ? prefix_.root(chains[n].component) : before;
    const ChainId saw =
        is_first ? ChainId{} : saw_at(chains.ancestor_at(n, chains.depth(before) + 1), p.component);
    next_[Key{from, p.component, saw}].push_back(n);
  }
}

void PendingIndex::add_next(ChainId from, ComponentId c, ChainId saw, const View& v) {
  const auto it = next_.find(Key{from, c, saw});
  if (it == next_.end()) return;
  for (const ChainId n : it->second) {
    if (prefix_.may_fit(v, prefix_.chains()[n].event)) todo_.push_back(n);
  }
}

// Finds the nodes of an agent's chain, after its last one in v, at which the agent's next step
// clashes with t. t is a touch of a new event e, and v is the history of e. Only nodes that may fit
// v are found. No event has e in its history yet. So everything is in conflict with e beyond a node
// at which the agent is about to write the component, or to touch it at all if e writes it. Beyond
// a node at which it reads the component, as e does, everything that did not see the same write is.
void PendingIndex::find_pending(ComponentId agent, const Prefix::Touched& t, const View& v) {
  const Chains& chains = prefix_.chains();
  const ChainId last_in_v = prefix_.last(v, agent);
  const ChainId above = nearest_pending(last_in_v, t.component);
  todo_.clear();
  if (above == last_in_v) {
    todo_.push_back(above);
  } else if (above.is_none()) {
    add_next(prefix_.root(agent), t.component, ChainId{}, v);
  } else {
    const ChainId after = chains.ancestor_at(last_in_v, chains.depth(above) + 1);
    add_next(above, t.component, saw_at(after, t.component), v);
  }
  while (!todo_.empty()) {
    const ChainId p = todo_.back();
    todo_.pop_back();
    if (p != last_in_v && !chains.is_ancestor_or_same(last_in_v, p)) continue;
    if (clash(t.access, prefix_.next_step(p).touch_of(t.component)->access)) {
      found_.push_back(p);
    } else if (p == last_in_v || prefix_.fit(prefix_.view(p), v)) {
      add_next(p, t.component, t.saw, v);
    }
  }
}

}  // namespace skein
