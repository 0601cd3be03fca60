// SPDX-License-Identifier: Apache-2.0
// What fits the history of a new event e: all nodes of the chains that are not in it and not in
// conflict with it, found by walking down the chains of the other agents from where they are in
// [e]. Where an agent is about to do what clashes with e the walk ends: nobody has e in its history
// yet, so beyond that all is in conflict with e, and it is there that e makes something possible.
//
// Whether a node fits is decided from its causes, which have smaller numbers and so are looked at
// before it: an event fits [e] iff each of its causes does, and what it touches is as its causes
// left it. So it costs no more than the event touches, however many components there are.
//
// Few of the nodes after one fit, often one alone. Where they are many they are looked up by the
// write that they saw (Prefix::by_saw_), for each write that fits: those known when the node is
// visited, and those found later, for which the node is kept as a seeker.
#include <algorithm>
#include <functional>

#include "prefix/prefix.hpp"

namespace skein {

Prefix::Fitting& Prefix::fitting(ComponentId c) {
  if (fitting_.size() <= c.index()) fitting_.resize(roots_.size());
  Fitting& known = fitting_[c.index()];
  if (known.walk != walk_) {
    known.walk = walk_;
    known.writes.clear();
    known.readers.clear();
    known.seekers.clear();
  }
  return known;
}

void Prefix::push_candidate(ChainId n) {
  candidates_.push_back(n);
  std::push_heap(candidates_.begin(), candidates_.end(), std::greater<>());
}

// Fills found_ and fitting_. False if that leads too far. `written`: the agents that e moved.
bool Prefix::walk(PrefixEventId e, std::span<const ComponentId> written) {
  ++walk_;
  walked_.resize(chains_.size());
  candidates_.clear();
  found_.clear();
  passed_ = 0;
  const View& v = events_[e.index()].view;
  std::size_t i = 0;
  while (i < agents_.size()) {  // it may grow meanwhile
    const ComponentId agent = agents_[i++];
    if (agent.is_none() || std::find(written.begin(), written.end(), agent) != written.end()) {
      continue;
    }
    if (!visit(last(v, agent), e)) return false;
  }
  while (!candidates_.empty()) {
    std::pop_heap(candidates_.begin(), candidates_.end(), std::greater<>());
    const ChainId n = candidates_.back();
    candidates_.pop_back();
    // Who creates an agent has a node in that one's chain too, and is taken once.
    if (!is_walked(n)) {
      const PrefixEventId f = chains_[n].event;
      if (!fits_walk(v, f)) continue;
      take_fitting(f);
    }
    if (!visit(n, e)) return false;
  }
  return true;
}

// An agent's node that fits. False if there are too many.
bool Prefix::visit(ChainId p, PrefixEventId e) {
  const Doing& next = doing(p);
  walked_.resize(chains_.size());  // components may be new
  const Event& event = events_[e.index()];
  for (const Pending& there : next.pending) {
    for (const Touched& t : event.touched) {
      if (t.component == there.component && clash(t.access, there.access)) {
        found_.push_back(p);
        return true;
      }
    }
  }
  if (++passed_ > options_.most_nodes_walked) return false;
  list_children(p, event.view);
  return true;
}

void Prefix::list_children(ChainId p, const View& v) {
  const std::vector<Chains::Child>& children = chains_[p].children;
  if (children.empty()) return;
  if (children.size() < options_.many_children || children.front().other.is_none()) {
    for (const Chains::Child& child : children) {
      if (child.other.is_none() || is_walked(child.saw) || may_fit(v, child)) {
        push_candidate(child.node);
      }
    }
    return;
  }
  // What an agent does at p is the same for all, and so is the object. (Where p is before its
  // creation, it is the creator that all have in common.)
  const ComponentId object = children.front().other;
  const auto look_up = [&](ChainId w) {
    const auto known = by_saw_.find(pair_of(p, w));
    if (known == by_saw_.end()) return;
    for (const ChainId n : known->second) push_candidate(n);
  };
  look_up(last(v, object));
  Fitting& of_object = fitting(object);
  for (const ChainId w : of_object.writes) look_up(w);
  of_object.seekers.push_back(p);
}

void Prefix::take_fitting(PrefixEventId f) {
  for (const Touched& t : events_[f.index()].touched) {
    Fitting& here = fitting(t.component);
    if (t.access != Access::Write) {
      here.readers.push_back(f);
      continue;
    }
    walked_[t.wrote.index()] = walk_;
    here.writes.push_back(t.wrote);
    for (const ChainId p : here.seekers) {
      const auto known = by_saw_.find(pair_of(p, t.wrote));
      if (known == by_saw_.end()) continue;
      for (const ChainId n : known->second) push_candidate(n);
    }
  }
}

// Whether f, which is not in v, fits it. REQUIRES: all causes of f that fit have been taken.
bool Prefix::fits_walk(const View& v, PrefixEventId f) const {
  const Event& event = events_[f.index()];
  for (const Touched& t : event.touched) {
    if (t.saw != last(v, t.component)) {
      if (!is_walked(t.saw)) return false;
      continue;
    }
    if (t.access != Access::Write) continue;
    for (const View::Read& r : v.reads) {
      if (r.component == t.component && !contains(event.view, r.event)) return false;
    }
  }
  return std::all_of(event.seen_reads.begin(), event.seen_reads.end(), [&](PrefixEventId r) {
    return is_walked(events_[r.index()].touched.front().wrote) || contains(v, r);
  });
}

}  // namespace skein
