// SPDX-License-Identifier: Apache-2.0
#include "prefix/extension_search.hpp"

#include <algorithm>

#include "core/ensure.hpp"

namespace skein {

void ExtensionSearch::begin() {
  extend_at(prefix_.root(prefix_.component_of(kMainAgent)), PrefixEventId{});
}

void ExtensionSearch::extend(PrefixEventId e) {
  std::vector<ComponentId> moved;
  std::vector<ChainId> nodes;
  for (const Prefix::Touched& t : prefix_[e].touched) {
    if (prefix_.agent_of(t.component).is_none()) continue;
    moved.push_back(t.component);
    nodes.push_back(t.wrote);
  }
  is_walk_complete_ = walk_.run(e, moved);
  const std::vector<ChainId>& clashing =
      is_walk_complete_ ? walk_.clashing() : index_.find(e, moved);
  for (const ChainId p : nodes) extend_at(p, PrefixEventId{});
  for (const ChainId p : clashing) extend_at(p, e);
}

// The extensions of the agent at p, a node of its chain; with e in their history, if e is given.
// REQUIRES: e fits, and clashes with the agent's next step. Without e, p is the last node of the
// event that was walked around.
void ExtensionSearch::extend_at(ChainId p, PrefixEventId e) {
  if (!prefix_.begin_key(p, key_)) return;
  if (views_.empty()) views_.emplace_back();
  views_in_use_ = 1;
  View& K = views_.front();
  K = prefix_.view(p);
  if (!e.is_none()) prefix_.merge(K, prefix_[e].view);
  walked_view_ = e.is_none() && is_walk_complete_ ? &K : nullptr;
  choose_writes(K, 1);
}

// The union of K and another history. False if they do not fit, or if the agent has moved on in the
// other.
bool ExtensionSearch::join(const View& K, const View& with, View& joined) const {
  if (prefix_.last(with, key_.touched.front().component) > key_.before) return false;
  if (&K != walked_view_ && !prefix_.fit(K, with)) return false;
  joined = K;
  prefix_.merge(joined, with);
  return true;
}

// Chooses the write that each touched component sees, from component i on.
void ExtensionSearch::choose_writes(const View& K, std::size_t i) {
  if (i == key_.touched.size()) return choose_reads(K);
  choose_write(K, i, prefix_.last(K, key_.touched[i].component));
}

void ExtensionSearch::choose_write(const View& K, std::size_t i, ChainId w) {
  choose_writes(K, i + 1);
  const Chains& chains = prefix_.chains();
  if (is_walk_complete_) {
    for (const ChainId n : walk_.writes(key_.touched[i].component)) {
      if (chains.parent(n) == w) try_write(K, i, n);
    }
    return;
  }
  for (const Chains::Child& child : chains[w].children) {
    if (prefix_.may_fit(K, child) && prefix_.may_fit(K, chains[child.node].event)) {
      try_write(K, i, child.node);
    }
  }
}

void ExtensionSearch::try_write(const View& K, std::size_t i, ChainId w) {
  if (views_.size() == views_in_use_) views_.emplace_back();
  View& joined = views_[views_in_use_++];
  if (join(K, prefix_.view(w), joined)) choose_write(joined, i, w);
  --views_in_use_;
}

void ExtensionSearch::choose_reads(const View& K) {
  readers_.clear();
  left_out_.clear();
  for (const Prefix::Touched& t : key_.touched) {
    if (t.access == Access::Write) list_readers(K, t);
  }
  choose_read(K, 0);
}

// The events that read the last write of t's component, which t overwrites.
void ExtensionSearch::list_readers(const View& K, const Prefix::Touched& t) {
  const ChainId w = prefix_.last(K, t.component);
  if (!is_walk_complete_) {
    for (const PrefixEventId r : prefix_.chains()[w].readers) {
      if (!prefix_.contains(K, r) && prefix_.may_fit(K, r)) readers_.push_back(r);
    }
    return;
  }
  for (const PrefixEventId r : walk_.readers(t.component)) {
    const auto& touched = prefix_[r].touched;
    const bool saw_it = std::any_of(touched.begin(), touched.end(), [&](const auto& u) {
      return u.component == t.component && u.saw == w;
    });
    if (saw_it && !prefix_.contains(K, r)) readers_.push_back(r);
  }
}

// Chooses which readers, from reader i on, are seen too. A set that leaves out a reader and
// contains it as a cause of another is found elsewhere.
void ExtensionSearch::choose_read(const View& K, std::size_t i) {
  while (i < readers_.size() && prefix_.contains(K, readers_[i])) ++i;
  if (i == readers_.size()) return emit(K);
  const PrefixEventId r = readers_[i];
  left_out_.push_back(r);
  choose_read(K, i + 1);
  left_out_.pop_back();
  if (!prefix_.may_fit(K, r)) return;
  if (views_.size() == views_in_use_) views_.emplace_back();
  View& joined = views_[views_in_use_++];
  if (join(K, prefix_[r].view, joined) &&
      std::none_of(left_out_.begin(), left_out_.end(),
                   [&](PrefixEventId out) { return prefix_.contains(joined, out); })) {
    choose_read(joined, i + 1);
  }
  --views_in_use_;
}

CarriedId ExtensionSearch::carried_before() {
  records_.clear();
  const auto add = [&](PrefixEventId e) {
    if (!e.is_none()) records_.push_back(prefix_.events_[e.index()].carried);
  };
  for (const Prefix::Touched& t : key_.touched) add(prefix_.chains()[t.saw].event);
  for (const PrefixEventId r : key_.seen_reads) add(r);
  return prefix_.system().join(records_);
}

// Adds the events of the operation after K, one for each choice, unless they are known or the
// operation is disabled there.
void ExtensionSearch::emit(const View& K) {
  prefix_.complete_key(K, key_);
  if (!prefix_.known_.find(key_, prefix_.events_).is_none()) return;
  values_.clear();
  for (const Prefix::Touched& t : key_.touched) {
    if (prefix_.agent_of(t.component).is_none()) values_.push_back(prefix_.chains()[t.saw].value);
  }
  const ValueId local = prefix_.chains()[key_.before].value;
  StateSystem& system = prefix_.system();
  if (system.has_order()) {
    if (!system.is_enabled(local, values_)) return;
    carried_ = carried_before();
    system.enter(carried_);
  }
  const std::uint32_t choices = system.choices(local, values_);
  if (choices == 0) return;
  prefix_.known_.add(key_, PrefixEventId{prefix_.events_.size()});
  add_events(K, choices);
}

std::uint32_t ExtensionSearch::size_of(const View& K) const {
  std::uint32_t size = 0;
  for (const ComponentId agent : prefix_.agents()) {
    if (agent.index() < K.last.size()) size += prefix_.chains().own(K.last[agent.index()]);
  }
  return size;
}

std::uint32_t ExtensionSearch::level_of_causes() const {
  std::uint32_t level = 0;
  const auto follow = [&](PrefixEventId cause) {
    if (!cause.is_none()) level = std::max(level, prefix_[cause].level);
  };
  for (const Prefix::Touched& t : key_.touched) follow(prefix_.chains()[t.saw].event);
  for (const PrefixEventId r : key_.seen_reads) follow(r);
  return level;
}

void ExtensionSearch::add_events(const View& K, std::uint32_t choices) {
  const NextStep& next = prefix_.next_step(key_.before);
  const std::uint32_t size = size_of(K) + 1;
  const std::uint32_t level = level_of_causes() + 1;
  if (found_.size() <= size) found_.resize(size + 1);
  for (std::uint32_t choice = 0; choice < choices; ++choice) {
    found_[size].emplace_back(prefix_.events_.size());
    Prefix::Event& event = prefix_.events_.emplace_back();
    event.agent = next.transition->agent;
    event.kind = next.transition->kind;
    event.site = next.transition->site;
    event.choice = choice;
    event.choices = choices;
    event.size = size;
    event.level = level;
    event.label = next.label;
    event.before = key_.before;
    event.touched = key_.touched;
    event.seen_reads = key_.seen_reads;
    event.view = K;
    event.carried = carried_;
  }
}

}  // namespace skein
