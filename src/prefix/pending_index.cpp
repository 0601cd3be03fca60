// SPDX-License-Identifier: Apache-2.0
// Who is about to touch what: an index for agents that do much which has nothing to do with a new
// event, so that two threads that work apart cost no more than each alone. For every component it
// knows which nodes of an agent's chain are the next at which it is about to touch that component.
// It is made when a walk (prefix_walk.cpp) first leads too far, and kept up to date from then on.
#include <algorithm>

#include "prefix/prefix.hpp"

namespace skein {

// Fills found_ as the walk would, one by one and fitting [e].
void Prefix::find_by_index(PrefixEventId e, std::span<const ComponentId> written) {
  for (; indexed_ < chains_.size(); ++indexed_) {
    const ChainId n{indexed_};
    if (!agent_of_[chains_[n].component.index()].is_none()) enter_pending(n);
  }
  found_.clear();
  const View& v = events_[e.index()].view;
  std::size_t i = 0;
  while (i < agents_.size()) {  // it may grow meanwhile
    const ComponentId agent = agents_[i++];
    if (agent.is_none() || std::find(written.begin(), written.end(), agent) != written.end()) {
      continue;
    }
    for (const Touched& t : events_[e.index()].touched) find_pending(agent, t, v);
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  std::erase_if(found_, [&](ChainId p) { return !fit(view(p), v); });
}

const Prefix::Pending* Prefix::pending(ChainId n, ComponentId c) {
  for (const Pending& p : doing(n).pending) {
    if (p.component == c) return &p;
  }
  return nullptr;
}

// The last node above n, or n itself, at which the agent is about to touch c; none: there is none.
ChainId Prefix::nearest_pending(ChainId n, ComponentId c) {
  while (!n.is_none() && pending(n, c) == nullptr) n = chains_[n].parent;
  return n;
}

ChainId Prefix::saw_at(ChainId n, ComponentId c) const {
  for (const Touched& t : events_[chains_[n].event.index()].touched) {
    if (t.component == c) return t.saw;
  }
  return ChainId{};
}

// Enters a node of an agent's chain: what the agent is about to do there.
void Prefix::enter_pending(ChainId n) {
  const ChainId parent = chains_[n].parent;
  for (const Pending& p : doing(n).pending) {
    const ChainId before = parent.is_none() ? ChainId{} : nearest_pending(parent, p.component);
    const bool is_first = before.is_none();
    const ChainId from = is_first ? roots_[chains_[n].component.index()] : before;
    const ChainId saw =
        is_first ? ChainId{}
                 : saw_at(chains_.ancestor_at(n, chains_.depth(before) + 1), p.component);
    next_pending_[PendingKey{from, p.component, saw}].push_back(n);
  }
}

// The nodes of an agent's chain, after the last one in v, at which it is about to touch a component
// so that it clashes with t, the touch of an event e whose history v is and which is new; only such
// as may fit v. Nobody has e in its history yet. So beyond a node at which the agent is about to
// write the component, or to touch it at all if e writes it, all is in conflict with e; and beyond
// one at which it reads it, as e does, only what saw the same write is not.
void Prefix::find_pending(ComponentId agent, const Touched& t, const View& v) {
  const ChainId last_in_v = last(v, agent);
  const ChainId above = nearest_pending(last_in_v, t.component);
  std::vector<ChainId> todo;
  const auto add_next = [&](ChainId from, ChainId saw) {
    const auto it = next_pending_.find(PendingKey{from, t.component, saw});
    if (it == next_pending_.end()) return;
    for (const ChainId n : it->second) {
      if (may_fit(v, chains_[n].event)) todo.push_back(n);
    }
  };
  if (above == last_in_v) {
    todo.push_back(above);
  } else if (above.is_none()) {
    add_next(roots_[agent.index()], ChainId{});
  } else {
    add_next(above, saw_at(chains_.ancestor_at(last_in_v, chains_.depth(above) + 1), t.component));
  }
  while (!todo.empty()) {
    const ChainId p = todo.back();
    todo.pop_back();
    if (p != last_in_v && !chains_.is_ancestor_or_same(last_in_v, p)) continue;
    if (clash(t.access, pending(p, t.component)->access)) {
      found_.push_back(p);
    } else if (p == last_in_v || fit(view(p), v)) {
      add_next(p, t.saw);
    }
  }
}

}  // namespace skein
