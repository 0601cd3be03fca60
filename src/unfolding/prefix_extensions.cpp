// The possible extensions of a prefix: which events a new event e makes possible.
//
// An event is an agent at a node p of its chain (what it does next follows from that) and, for
// every object it touches, the write it sees and, if it writes, the reads since then it has seen.
// Its history K is the union of the histories of all these. New are those with e among these:
//
// - e is p itself (or the creation of an agent whose first operation it is): all writes and all
//   sets of reads that fit [e];
// - e is a write that is seen, or a read that is seen by a writer: all p, of every other agent,
// that
//   fit e and whose operation clashes with e.
//
// What fits is found by walking down the chains: if a node fits, so do those above it, so whole
// branches are left out at the first node that does not. The work is proportional to the pairs of
// events that are concurrent or in immediate conflict, not to the size of the prefix.
//
// The sets of reads of one write can be exponentially many [POET Ex.7]; each is a different
// trace.
#include <algorithm>

#include "model/check.hpp"
#include "model/random.hpp"
#include "unfolding/prefix.hpp"

namespace skein {

void Prefix::extend(PrefixEventId e) {
  const std::vector<Touched> touched = events_[e.index()].touched;
  std::vector<ComponentId> written;
  for (const Touched& t : touched) {
    if (agent_of_[t.component.index()].is_none()) continue;
    written.push_back(t.component);
    extend_agent(t.component, t.wrote, PrefixEventId{});
  }
  for (const ComponentId agent : std::vector<ComponentId>(agents_)) {
    if (agent.is_none() || std::find(written.begin(), written.end(), agent) != written.end()) {
      continue;
    }
    extend_agent(agent, last(events_[e.index()].view, agent), e);
  }
}

// The nodes after p in an agent's chain that may fit v, which does not contain them. If they are
// many, only those are looked at that saw the last write of their object in v, or one after that.
void Prefix::list_children(ChainId p, const View& v, std::vector<ChainId>& fitting) const {
  const std::vector<Chains::Child>& children = chains_[p].children;
  if (children.size() < options_.many_children || children.front().other.is_none()) {
    for (const Chains::Child& child : children) {
      if (may_fit(v, child) && may_fit(v, chains_[child.node].event)) fitting.push_back(child.node);
    }
    return;
  }
  // What an agent does at p is the same for all, and so is the object. (Where p is before its
  // creation, it is the creator that all have in common.)
  const ComponentId object = children.front().other;
  std::vector<ChainId> writes{last(v, object)};
  while (!writes.empty()) {
    const ChainId w = writes.back();
    writes.pop_back();
    auto [from, to] = by_saw_.equal_range(pair_of(p, w));
    for (; from != to; ++from) {
      if (may_fit(v, chains_[from->second].event)) fitting.push_back(from->second);
    }
    for (const Chains::Child& next : chains_[w].children) {
      if (may_fit(v, next) && may_fit(v, chains_[next.node].event) && fit(v, view(next.node))) {
        writes.push_back(next.node);
      }
    }
  }
}

// The extensions of the agent at n that contain e. If e is given, also of all nodes below n that
// fit it.
void Prefix::extend_agent(ComponentId agent, ChainId n, PrefixEventId e) {
  std::vector<ChainId> todo{n};
  while (!todo.empty()) {
    const ChainId p = todo.back();
    todo.pop_back();
    if (!e.is_none()) {
      const View& there = events_[e.index()].view;
      if (p != n && !fit(view(p), there)) continue;
      list_children(p, there, todo);
    }
    intent_ = system_.intent(chains_[p].value);
    if (intent_ == nullptr) continue;
    agent_node_ = p;
    wanted_.clear();
    wanted_.push_back(Touched{agent, Access::Write, {}, {}, 0});
    if (!intent_->child.is_none()) {
      wanted_.push_back(Touched{component_of(intent_->child), Access::Write, {}, {}, 0});
    }
    for (const Touch& t : intent_->touches) {
      wanted_.push_back(Touched{component_of(t.object), t.access, {}, {}, 0});
    }
    View K = view(p);  // a copy: events are added while it is in use
    if (e.is_none()) {
      choose_writes(K, 1);
      continue;
    }
    const auto& touched = events_[e.index()].touched;
    const bool clashes = std::any_of(touched.begin(), touched.end(), [&](const Touched& t) {
      return std::any_of(wanted_.begin(), wanted_.end(), [&](const Touched& w) {
        return t.component == w.component && clash(t.access, w.access);
      });
    });
    if (!clashes) continue;
    merge(K, events_[e.index()].view);
    choose_writes(K, 1);
  }
}

// K with another history. False if they do not fit, or if the agent would have gone on in it.
bool Prefix::join(const View& K, const View& with, View& joined) const {
  const ComponentId agent = wanted_.front().component;
  const ChainId other = last(with, agent);
  if (chains_[other].depth > chains_[agent_node_].depth || !fit(K, with)) return false;
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
  // By number: nothing is added to the chains meanwhile, but lists of nodes may move.
  for (std::size_t k = 0; k < chains_[w].children.size(); ++k) {
    const Chains::Child child = chains_[w].children[k];
    if (!may_fit(K, child) || !may_fit(K, chains_[child.node].event)) continue;
    View joined;
    if (join(K, view(child.node), joined)) choose_write(joined, i, child.node);
  }
}

void Prefix::choose_reads(const View& K) {
  std::vector<PrefixEventId> readers;
  for (const Touched& t : wanted_) {
    if (t.access != Access::Write) continue;
    for (const PrefixEventId r : chains_[last(K, t.component)].readers) {
      if (!contains(K, r) && may_fit(K, r)) readers.push_back(r);
    }
  }
  choose_read(K, readers, 0);
}

// Of the readers from number i on: which ones are seen too.
void Prefix::choose_read(const View& K, std::span<const PrefixEventId> readers, std::size_t i) {
  if (i == readers.size()) return emit(K);
  choose_read(K, readers, i + 1);
  View joined;
  if (contains(K, readers[i]) || !may_fit(K, readers[i]) ||
      !join(K, events_[readers[i].index()].view, joined))
    return;
  choose_read(joined, readers, i + 1);
}

// K is a history of the agent's operation: its events, one for each way to execute it, unless they
// are known or it is disabled there.
void Prefix::emit(const View& K) {
  Event event;
  event.before = agent_node_;
  std::uint64_t key = mix64(agent_node_.value + 1);
  std::vector<ValueId> values;
  for (Touched& t : wanted_) {
    t.saw = last(K, t.component);
    key = mix64(key + t.saw.value + 1);
    if (!object_of_[t.component.index()].is_none()) values.push_back(chains_[t.saw].value);
    if (t.access != Access::Write) continue;
    auto r =
        std::lower_bound(K.reads.begin(), K.reads.end(), t.component,
                         [](const View::Read& read, ComponentId c) { return read.component < c; });
    for (; r != K.reads.end() && r->component == t.component; ++r) {
      event.seen_reads.push_back(r->event);
      key = mix64(key + r->event.value + (1ULL << 40U));
    }
  }
  auto [from, to] = interned_.equal_range(key);
  for (; from != to; ++from) {
    const Event& known = events_[from->second.index()];
    if (known.before != event.before || known.seen_reads != event.seen_reads) continue;
    if (std::equal(known.touched.begin(), known.touched.end(), wanted_.begin(), wanted_.end(),
                   [](const Touched& a, const Touched& b) { return a.saw == b.saw; })) {
      return;
    }
  }
  const std::uint32_t ways = system_.ways(chains_[agent_node_].value, values);
  if (ways == 0) return;
  event.agent = intent_->agent;
  event.kind = intent_->kind;
  event.touched = wanted_;
  event.ways = ways;
  event.size = 1;
  for (std::size_t c = 0; c < K.last.size(); ++c) {
    if (!agent_of_[c].is_none()) event.size += chains_[K.last[c]].own;
  }
  if (waiting_.size() <= event.size) waiting_.resize(event.size + 1);
  interned_.emplace(key, PrefixEventId{events_.size()});
  for (std::uint32_t choice = 0; choice < ways; ++choice) {
    event.choice = choice;
    waiting_[event.size].emplace_back(events_.size());
    events_.push_back(event);
  }
}

}  // namespace skein
