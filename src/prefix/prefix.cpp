// SPDX-License-Identifier: Apache-2.0
#include "prefix/prefix.hpp"

#include <algorithm>
#include <utility>

namespace skein {

Prefix::Prefix(StateSystem& system)
    : system_(system), components_(system, chains_), next_steps_(system, components_) {
  static_cast<void>(component_of(kMainAgent));
}

// ---- Configurations ------------------------------------------------------------------------

bool Prefix::contains(const View& v, PrefixEventId e) const {
  const Touched& own = events_[e.index()].touched.front();
  return chains_.is_ancestor_or_same(own.wrote, last(v, own.component));
}

// Whether the reads of c in a were seen by the write that comes next in b. REQUIRES: the last write
// of c in a is above b_last, the last one in b.
bool Prefix::reads_fit(const View& a, ComponentId c, ChainId b_last) const {
  auto read = std::lower_bound(a.reads.begin(), a.reads.end(), c,
                               [](const View::Read& r, ComponentId x) { return r.component < x; });
  if (read == a.reads.end() || read->component != c) return true;
  const ChainId next = chains_.ancestor_at(b_last, chains_.depth(last(a, c)) + 1);
  const View& seen = view(next);
  for (; read != a.reads.end() && read->component == c; ++read) {
    if (!contains(seen, read->event)) return false;
  }
  return true;
}

bool Prefix::fit(const View& a, const View& b) const {
  const std::size_t n = std::max(a.last.size(), b.last.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    const ComponentId c{i};
    const ChainId x = last(a, c);
    const ChainId y = last(b, c);
    if (x == y) continue;
    const bool x_is_above = x < y;
    if (x_is_above ? !chains_.is_ancestor_or_same(x, y) : !chains_.is_ancestor_or_same(y, x)) {
      return false;
    }
    if (x_is_above ? !reads_fit(a, c, y) : !reads_fit(b, c, x)) return false;
  }
  return true;
}

void Prefix::merge(View& into, const View& from) const {
  if (!into.reads.empty() || !from.reads.empty()) {
    const auto less = [&](const View::Read& a, const View::Read& b) {
      if (a.component != b.component) return a.component < b.component;
      return events_[a.event.index()].agent < events_[b.event.index()].agent;
    };
    // A read of a write that is not the last one in the union is dropped. Of two reads by one agent
    // the later one stays.
    const auto is_current = [&](const View::Read& r, const View& mine, const View& other) {
      return last(mine, r.component) >= last(other, r.component);
    };
    merged_reads_.clear();
    auto i = into.reads.begin();
    auto j = from.reads.begin();
    while (i != into.reads.end() || j != from.reads.end()) {
      const bool takes_i = j == from.reads.end() || (i != into.reads.end() && !less(*j, *i));
      const bool takes_j = i == into.reads.end() || (j != from.reads.end() && !less(*i, *j));
      const bool has_i = takes_i && is_current(*i, into, from);
      const bool has_j = takes_j && is_current(*j, from, into);
      if (has_i && has_j) {
        const bool i_is_later = events_[i->event.index()].size >= events_[j->event.index()].size;
        merged_reads_.push_back(i_is_later ? *i : *j);
      } else if (has_i || has_j) {
        merged_reads_.push_back(has_i ? *i : *j);
      }
      if (takes_i) ++i;
      if (takes_j) ++j;
    }
    into.reads.assign(merged_reads_.begin(), merged_reads_.end());
  }
  for (auto c = static_cast<std::uint32_t>(into.last.size()); c < from.last.size(); ++c) {
    into.last.push_back(root(ComponentId{c}));
  }
  for (std::size_t c = 0; c < from.last.size(); ++c) {
    if (from.last[c] <= into.last[c]) continue;
    into.hash += chains_.hash(from.last[c]) - chains_.hash(into.last[c]);
    into.last[c] = from.last[c];
  }
}

View Prefix::past(PrefixEventId e) const {
  const Event& event = events_[e.index()];
  View K = view(event.before);
  for (const Touched& t : event.touched) merge(K, view(t.saw));
  for (const PrefixEventId r : event.seen_reads) merge(K, events_[r.index()].view);
  return K;
}

std::uint64_t Prefix::hash(ComponentId c, ValueId value) const {
  if (value == components_.initial(c)) return 0;
  return mix64((static_cast<std::uint64_t>(c.value) << 32U) + value.value + 0x9e3779b97f4a7c15ULL);
}

// ---- What comes next -----------------------------------------------------------------------

bool Prefix::is_enabled(const View& v, ChainId n) {
  const ValueId local = chains_[n].value;
  const Transition* const transition = system_.transition(local);
  if (transition == nullptr) return false;
  std::vector<ValueId> values;
  for (const Touch& touch : transition->touches) {
    values.push_back(value(v, component_of(touch.object)));
  }
  return system_.is_enabled(local, values);
}

bool Prefix::begin_key(ChainId n, EventKey& key) {
  const NextStep& next = next_step(n);
  if (next.transition == nullptr) return false;
  key.before = n;
  key.touched.clear();
  key.touched.push_back(Touched{chains_[n].component, Access::Write, {}, {}, {}});
  for (const PendingTouch& t : next.touches) {
    key.touched.push_back(Touched{t.component, t.access, {}, {}, {}});
  }
  return true;
}

void Prefix::complete_key(const View& K, EventKey& key) const {
  key.seen_reads.clear();
  for (Touched& t : key.touched) {
    t.saw = last(K, t.component);
    if (t.access != Access::Write || K.reads.empty()) continue;
    auto r =
        std::lower_bound(K.reads.begin(), K.reads.end(), t.component,
                         [](const View::Read& read, ComponentId c) { return read.component < c; });
    for (; r != K.reads.end() && r->component == t.component; ++r) {
      key.seen_reads.push_back(r->event);
    }
  }
}

PrefixEventId Prefix::next_event(const View& v, ChainId n) {
  if (!begin_key(n, key_)) return PrefixEventId{};
  complete_key(v, key_);
  return known_.find(key_, events_);
}

// ---- Events --------------------------------------------------------------------------------

void Prefix::attach(PrefixEventId e) {
  Event& event = events_[e.index()];
  for (Touched& t : event.touched) {
    if (t.access != Access::Write) {
      chains_.add_reader(t.saw, e);
      continue;
    }
    t.wrote = chains_.add(t.saw, e, t.value, hash(t.component, t.value),
                          agent_of(t.component) == event.agent);
    event.view.last[t.component.index()] = t.wrote;
  }
  event.view.hash = event.state_hash;
  const Touched& own = event.touched.front();
  const Touched& key = event.touched.back();
  for (const Touched& t : event.touched) {
    if (t.access != Access::Write) continue;
    const Touched& other = t.component == own.component ? key : own;
    const bool is_alone = other.component == t.component;
    chains_.add_child(t.wrote, is_alone ? ComponentId{} : other.component,
                      is_alone ? ChainId{} : other.saw);
  }
}

std::vector<Move> Prefix::moves(std::span<const PrefixEventId> events) const {
  std::vector<Move> result;
  result.reserve(events.size());
  for (const PrefixEventId e : events) {
    result.push_back(Move{events_[e.index()].agent, events_[e.index()].choice});
  }
  return result;
}

}  // namespace skein
