// SPDX-License-Identifier: Apache-2.0
#include "prefix/fitting_walk.hpp"

#include <algorithm>
#include <functional>

namespace skein {

FittingWalk::Fitting& FittingWalk::fitting(ComponentId c) {
  if (fitting_.size() <= c.index()) fitting_.resize(prefix_.components());
  Fitting& known = fitting_[c.index()];
  if (known.walk != walk_) {
    known.walk = walk_;
    known.writes.clear();
    known.readers.clear();
    known.seekers.clear();
  }
  return known;
}

void FittingWalk::push_candidate(ChainId n) {
  candidates_.push_back(n);
  std::push_heap(candidates_.begin(), candidates_.end(), std::greater<>());
}

bool FittingWalk::run(PrefixEventId e, std::span<const ComponentId> moved) {
  ++walk_;
  taken_.resize(prefix_.chains().size());
  candidates_.clear();
  clashing_.clear();
  passed_ = 0;
  const View& v = prefix_[e].view;
  std::size_t i = 0;
  while (i < prefix_.agents().size()) {  // the list may grow meanwhile
    const ComponentId agent = prefix_.agents()[i++];
    if (agent.is_none() || std::find(moved.begin(), moved.end(), agent) != moved.end()) continue;
    if (!visit(prefix_.last(v, agent), e)) return false;
  }
  while (!candidates_.empty()) {
    std::pop_heap(candidates_.begin(), candidates_.end(), std::greater<>());
    const ChainId n = candidates_.back();
    candidates_.pop_back();
    // An event that creates an agent has a node in that agent's chain too, but is taken once.
    if (!is_taken(n)) {
      const PrefixEventId f = prefix_.chains()[n].event;
      if (!fits(v, f)) continue;
      take(f);
    }
    if (!visit(n, e)) return false;
  }
  return true;
}

// Visits a node of an agent's chain that fits. False if there are too many.
bool FittingWalk::visit(ChainId p, PrefixEventId e) {
  const NextStep& next = prefix_.next_step(p);
  taken_.resize(prefix_.chains().size());  // components may be new
  const Prefix::Event& event = prefix_[e];
  for (const PendingTouch& there : next.touches) {
    for (const Prefix::Touched& t : event.touched) {
      if (t.component == there.component && clash(t.access, there.access)) {
        clashing_.push_back(p);
        return true;
      }
    }
  }
  if (++passed_ > options_.most_nodes_walked) return false;
  list_children(p, event.view);
  return true;
}

void FittingWalk::look_up_children(ChainId p, ChainId saw) {
  const auto known = children_by_saw_.find(pair_of(p, saw));
  if (known == children_by_saw_.end()) return;
  for (const ChainId n : known->second) push_candidate(n);
}

void FittingWalk::list_children(ChainId p, const View& v) {
  const std::vector<Chains::Child>& children = prefix_.chains()[p].children;
  if (children.empty()) return;
  if (children.size() < options_.many_children || children.front().other.is_none()) {
    for (const Chains::Child& child : children) {
      if (child.other.is_none() || is_taken(child.saw) || prefix_.may_fit(v, child)) {
        push_candidate(child.node);
      }
    }
    return;
  }
  // An agent's step at p is the same for all children, and so is the object. (Where p is before the
  // agent's creation, all children have the creator in common.)
  const ComponentId object = children.front().other;
  look_up_children(p, prefix_.last(v, object));
  Fitting& of_object = fitting(object);
  for (const ChainId w : of_object.writes) look_up_children(p, w);
  of_object.seekers.push_back(p);
}

void FittingWalk::take(PrefixEventId f) {
  for (const Prefix::Touched& t : prefix_[f].touched) {
    Fitting& here = fitting(t.component);
    if (t.access != Access::Write) {
      here.readers.push_back(f);
      continue;
    }
    taken_[t.wrote.index()] = walk_;
    here.writes.push_back(t.wrote);
    for (const ChainId p : here.seekers) look_up_children(p, t.wrote);
  }
}

// Whether f, which is not in v, fits v. REQUIRES: all causes of f that fit have been taken.
bool FittingWalk::fits(const View& v, PrefixEventId f) const {
  const Prefix::Event& event = prefix_[f];
  for (const Prefix::Touched& t : event.touched) {
    if (t.saw != prefix_.last(v, t.component)) {
      if (!is_taken(t.saw)) return false;
      continue;
    }
    if (t.access != Access::Write) continue;
    for (const View::Read& r : v.reads) {
      if (r.component == t.component && !prefix_.contains(event.view, r.event)) return false;
    }
  }
  return std::all_of(event.seen_reads.begin(), event.seen_reads.end(), [&](PrefixEventId r) {
    return is_taken(prefix_[r].touched.front().wrote) || prefix_.contains(v, r);
  });
}

// Enters e in the chain of every agent that e moved or created: list_children relies on that.
void FittingWalk::enter(PrefixEventId e) {
  const Prefix::Event& event = prefix_[e];
  if (event.touched.size() == 1) return;
  for (const Prefix::Touched& t : event.touched) {
    if (t.access != Access::Write || prefix_.agent_of(t.component).is_none()) continue;
    const std::vector<Chains::Child>& siblings = prefix_.chains()[t.saw].children;
    if (siblings.size() < options_.many_children) continue;
    const std::size_t first = siblings.size() == options_.many_children ? 0 : siblings.size() - 1;
    for (std::size_t i = first; i < siblings.size(); ++i) {
      children_by_saw_[pair_of(t.saw, siblings[i].saw)].push_back(siblings[i].node);
    }
  }
}

}  // namespace skein
