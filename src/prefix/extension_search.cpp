// SPDX-License-Identifier: Apache-2.0
// The possible extensions of a prefix: which events a new event e makes possible.
//
// An event is an agent at a node p of its chain (what it does next follows from that) and, for
// every object it touches, the write it sees and, if it writes, the reads since then it has seen.
// Its history K is the union of the histories of all these. New are those with e among these:
//
// - e is p itself (or the creation of an agent whose first operation it is): all writes and all
//   sets of reads that fit [e];
// - e is a write that is seen, or a read that is seen by a writer: all p, of every other agent,
//   that fit e and whose operation clashes with e.
//
// These p, and the writes and reads that can be chosen, are found by a walk down the chains
// (prefix_walk.cpp). Where that leads too far, the p are found by an index (prefix_index.cpp), and
// the writes by going through all that follow: if a node fits, so do those above it, so whole
// branches are left out at the first node that does not.
//
// The sets of reads of one write can be exponentially many [POET Ex.7]; each is a different
// trace.
#include <algorithm>

#include "core/check.hpp"
#include "prefix/prefix.hpp"

namespace skein {

void Prefix::extend(PrefixEventId e) {
  std::vector<ComponentId> written;
  std::vector<ChainId> moved;
  for (const Touched& t : events_[e.index()].touched) {
    if (agent_of_[t.component.index()].is_none()) continue;
    written.push_back(t.component);
    moved.push_back(t.wrote);
  }
  is_walk_complete_ = walk(e, written);
  if (!is_walk_complete_) find_by_index(e, written);
  for (const ChainId p : moved) extend_at(p, PrefixEventId{});
  for (const ChainId p : found_) extend_at(p, e);
}

// Fills doing_now_, agent_node_ and wanted_.
bool Prefix::is_about_to_move(ChainId p) {
  doing_now_ = &doing(p);
  if (doing_now_->transition == nullptr) return false;
  agent_node_ = p;
  wanted_.clear();
  wanted_.push_back(Touched{chains_[p].component, Access::Write, {}, {}, {}});
  for (const Pending& t : doing_now_->pending) {
    wanted_.push_back(Touched{t.component, t.access, {}, {}, {}});
  }
  return true;
}

// The extensions of the agent at p, a node of its chain; with e in their history, if it is given.
// REQUIRES: e fits, and clashes with what the agent is about to do. Without e, p is the last node
// of the event that was walked around.
void Prefix::extend_at(ChainId p, PrefixEventId e) {
  if (!is_about_to_move(p)) return;
  if (spare_.empty()) spare_.emplace_back();
  in_use_ = 1;
  View& K = spare_.front();
  K = view(p);
  if (!e.is_none()) merge(K, events_[e.index()].view);
  walked_view_ = e.is_none() && is_walk_complete_ ? &K : nullptr;
  choose_writes(K, 1);
}

// K with another history. False if they do not fit, or if the agent would have gone on in it.
bool Prefix::join(const View& K, const View& with, View& joined) const {
  if (last(with, wanted_.front().component) > agent_node_) return false;
  if (&K != walked_view_ && !fit(K, with)) return false;
  joined = K;
  merge(joined, with);
  return true;
}

// For the wanted components from number i on: which write each one sees.
void Prefix::choose_writes(const View& K, std::size_t i) {
  if (i == wanted_.size()) return choose_reads(K);
  choose_write(K, i, last(K, wanted_[i].component));
}

void Prefix::choose_write(const View& K, std::size_t i, ChainId w) {
  choose_writes(K, i + 1);
  if (is_walk_complete_) {
    for (const ChainId n : fitting(wanted_[i].component).writes) {
      if (chains_.parent(n) == w) try_write(K, i, n);
    }
    return;
  }
  for (const Chains::Child& child : chains_[w].children) {
    if (may_fit(K, child) && may_fit(K, chains_[child.node].event)) try_write(K, i, child.node);
  }
}

void Prefix::try_write(const View& K, std::size_t i, ChainId w) {
  if (spare_.size() == in_use_) spare_.emplace_back();
  View& joined = spare_[in_use_++];
  if (join(K, view(w), joined)) choose_write(joined, i, w);
  --in_use_;
}

void Prefix::choose_reads(const View& K) {
  readers_.clear();
  left_out_.clear();
  for (const Touched& t : wanted_) {
    if (t.access != Access::Write) continue;
    const ChainId w = last(K, t.component);
    if (is_walk_complete_) {
      for (const PrefixEventId r : fitting(t.component).readers) {
        const auto& touched = events_[r.index()].touched;
        const bool saw_it = std::any_of(touched.begin(), touched.end(), [&](const Touched& u) {
          return u.component == t.component && u.saw == w;
        });
        if (saw_it && !contains(K, r)) readers_.push_back(r);
      }
    } else {
      for (const PrefixEventId r : chains_[w].readers) {
        if (!contains(K, r) && may_fit(K, r)) readers_.push_back(r);
      }
    }
  }
  choose_read(K, 0);
}

// Of the readers from number i on: which ones are seen too. A set that has one which was left out,
// as a cause of another, is found elsewhere.
void Prefix::choose_read(const View& K, std::size_t i) {
  while (i < readers_.size() && contains(K, readers_[i])) ++i;
  if (i == readers_.size()) return emit(K);
  const PrefixEventId r = readers_[i];
  left_out_.push_back(r);
  choose_read(K, i + 1);
  left_out_.pop_back();
  if (!may_fit(K, r)) return;
  if (spare_.size() == in_use_) spare_.emplace_back();
  View& joined = spare_[in_use_++];
  if (join(K, events_[r.index()].view, joined) &&
      std::none_of(left_out_.begin(), left_out_.end(),
                   [&](PrefixEventId out) { return contains(joined, out); })) {
    choose_read(joined, i + 1);
  }
  --in_use_;
}

// K is a history of the agent's operation. Fills in what that sees there, and returns its event, if
// it is known.
PrefixEventId Prefix::look_up(const View& K) {
  key_ = mix64(agent_node_.value + 1);
  values_.clear();
  seen_.clear();
  for (Touched& t : wanted_) {
    t.saw = last(K, t.component);
    key_ = mix64(key_ + t.saw.value + 1);
    if (!object_of_[t.component.index()].is_none()) values_.push_back(chains_[t.saw].value);
    if (t.access != Access::Write || K.reads.empty()) continue;
    auto r =
        std::lower_bound(K.reads.begin(), K.reads.end(), t.component,
                         [](const View::Read& read, ComponentId c) { return read.component < c; });
    for (; r != K.reads.end() && r->component == t.component; ++r) {
      seen_.push_back(r->event);
      key_ = mix64(key_ + r->event.value + (1ULL << 40U));
    }
  }
  for (auto it = interned_.find(key_); it != interned_.end(); it = interned_.find(key_)) {
    const Event& known = events_[it->second.index()];
    if (known.before == agent_node_ && known.seen_reads == seen_ &&
        std::equal(known.touched.begin(), known.touched.end(), wanted_.begin(), wanted_.end(),
                   [](const Touched& a, const Touched& b) { return a.saw == b.saw; })) {
      return it->second;
    }
    key_ = mix64(key_ + 1);
  }
  return PrefixEventId{};
}

PrefixEventId Prefix::next_event(const View& v, ChainId n) {
  return is_about_to_move(n) ? look_up(v) : PrefixEventId{};
}

// The events of the operation after K, one for each way to execute it, unless they are known or it
// is disabled there.
void Prefix::emit(const View& K) {
  if (!look_up(K).is_none()) return;
  const std::uint32_t choices = system_.choices(chains_[agent_node_].value, values_);
  if (choices == 0) return;
  interned_.emplace(key_, PrefixEventId{events_.size()});
  std::uint32_t size = 1;
  for (const ComponentId agent : agents_) {
    if (agent.index() < K.last.size()) size += chains_.own(K.last[agent.index()]);
  }
  std::uint32_t level = 0;
  const auto follow = [&](PrefixEventId cause) {
    if (!cause.is_none()) level = std::max(level, events_[cause.index()].level);
  };
  for (const Touched& t : wanted_) follow(chains_[t.saw].event);
  for (const PrefixEventId r : seen_) follow(r);
  if (waiting_.size() <= size) waiting_.resize(size + 1);
  for (std::uint32_t choice = 0; choice < choices; ++choice) {
    waiting_[size].emplace_back(events_.size());
    Event& event = events_.emplace_back();
    event.agent = doing_now_->transition->agent;
    event.kind = doing_now_->transition->kind;
    event.site = doing_now_->transition->site;
    event.choice = choice;
    event.choices = choices;
    event.size = size;
    event.level = level + 1;
    event.label = doing_now_->label;
    event.before = agent_node_;
    event.touched = wanted_;
    event.seen_reads = seen_;
    event.view = K;
  }
}

}  // namespace skein
