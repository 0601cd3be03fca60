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
// These p are found by walking down the agents' chains, as far as nothing clashes with e; where
// that is far, by an index: for every component, which nodes of an agent's chain are the next at
// which it is about to touch that component. So what an agent does elsewhere costs little. Writes
// that are seen are found by walking down the chains: if a node fits, so do those above it, so
// whole branches are left out at the first node that does not.
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
    extend_at(t.wrote, PrefixEventId{});
  }
  std::vector<ChainId> found;
  fitting_writes_.clear();
  for (std::size_t i = 0; i < agents_.size(); ++i) {
    const ComponentId agent = agents_[i];
    if (agent.is_none() || std::find(written.begin(), written.end(), agent) != written.end()) {
      continue;
    }
    const View& v = events_[e.index()].view;
    const std::size_t before = found.size();
    if (walk_to_pending(agent, touched, v, found)) continue;
    found.resize(before);
    for (const Touched& t : touched) find_pending(agent, t, v, found);
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
    found.erase(std::unique(found.begin() + static_cast<std::ptrdiff_t>(before), found.end()),
                found.end());
    std::erase_if(found, [&](ChainId p) { return !fit(view(p), v); });
  }
  for (const ChainId p : found) extend_at(p, e);
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
  for (const ChainId w : writes_that_fit(children.front().other, v)) {
    const auto known = by_saw_.find(pair_of(p, w));
    if (known == by_saw_.end()) continue;
    for (const ChainId n : known->second) {
      if (may_fit(v, chains_[n].event)) fitting.push_back(n);
    }
  }
}

// The last write of an object in v, and those after it that fit v. They are asked for again and
// again with the same v, that of the event whose extensions are looked for.
const std::vector<ChainId>& Prefix::writes_that_fit(ComponentId object, const View& v) const {
  for (const auto& [known, writes] : fitting_writes_) {
    if (known == object) return writes;
  }
  std::vector<ChainId> writes{last(v, object)};
  for (std::size_t i = 0; i < writes.size(); ++i) {  // it grows meanwhile
    for (const Chains::Child& next : chains_[writes[i]].children) {
      if (may_fit(v, next) && may_fit(v, chains_[next.node].event) && fit(v, view(next.node))) {
        writes.push_back(next.node);
      }
    }
  }
  return fitting_writes_.emplace_back(object, std::move(writes)).second;
}

// The same as find_pending, for all components at once and only those that fit, by walking down the
// agent's chain: better where it branches at every step. False if that leads too far.
bool Prefix::walk_to_pending(ComponentId agent, std::span<const Touched> touched, const View& v,
                             std::vector<ChainId>& found) const {
  std::size_t passed = 0;
  const ChainId last_in_v = last(v, agent);
  std::vector<ChainId> todo{last_in_v};
  while (!todo.empty()) {
    const ChainId p = todo.back();
    todo.pop_back();
    if (p != last_in_v && !fit(view(p), v)) continue;
    const bool clashes = std::any_of(touched.begin(), touched.end(), [&](const Touched& t) {
      const Pending* const there = pending(p, t.component);
      return there != nullptr && clash(t.access, there->access);
    });
    if (clashes) {
      found.push_back(p);
      continue;
    }
    if (++passed > options_.most_nodes_walked) return false;
    list_children(p, v, todo);
  }
  return true;
}

// ---- Who is about to touch what ------------------------------------------------------------

const Prefix::Pending* Prefix::pending(ChainId n, ComponentId c) const {
  if (n.index() >= pending_.size()) return nullptr;  // the root of an agent not yet created
  for (const Pending& p : pending_[n.index()]) {
    if (p.component == c) return &p;
  }
  return nullptr;
}

// The last node above n, or n itself, at which the agent is about to touch c; none: there is none.
ChainId Prefix::nearest_pending(ChainId n, ComponentId c) const {
  while (!n.is_none() && pending(n, c) == nullptr) n = chains_[n].parent;
  return n;
}

ChainId Prefix::saw_at(ChainId n, ComponentId c) const {
  for (const Touched& t : events_[chains_[n].event.index()].touched) {
    if (t.component == c) return t.saw;
  }
  return ChainId{};
}

// Enters a new node of an agent's chain: what the agent is about to do there.
void Prefix::enter_pending(ChainId n) {
  const Intent* const intent = system_.intent(chains_[n].value);
  std::vector<Pending> list;
  if (intent != nullptr) {
    if (!intent->child.is_none()) {
      list.push_back(Pending{component_of(intent->child), Access::Write});
    }
    for (const Touch& t : intent->touches) {
      list.push_back(Pending{component_of(t.object), t.access});
    }
  }
  const ChainId parent = chains_[n].parent;
  for (const Pending& p : list) {
    const ChainId before = parent.is_none() ? ChainId{} : nearest_pending(parent, p.component);
    const bool is_first = before.is_none();
    const ChainId from = is_first ? roots_[chains_[n].component.index()] : before;
    const ChainId saw =
        is_first ? ChainId{}
                 : saw_at(chains_.ancestor_at(n, chains_.depth(before) + 1), p.component);
    next_pending_[PendingKey{from, p.component, saw}].push_back(n);
  }
  if (pending_.size() <= n.index()) pending_.resize(n.index() + 1);
  pending_[n.index()] = std::move(list);
}

// The nodes of an agent's chain, after the last one in v, at which it is about to touch a component
// so that it clashes with t, the touch of an event e whose history v is and which is new; only such
// as may fit v. Nobody has e in its history yet. So beyond a node at which the agent is about to
// write the component, or to touch it at all if e writes it, all is in conflict with e; and beyond
// one at which it reads it, as e does, only what saw the same write is not.
void Prefix::find_pending(ComponentId agent, const Touched& t, const View& v,
                          std::vector<ChainId>& found) const {
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
      found.push_back(p);
    } else if (p == last_in_v || fit(view(p), v)) {
      add_next(p, t.saw);
    }
  }
}

// The extensions of the agent at p, a node of its chain; with e in their history, if it is given.
// REQUIRES: e fits, and clashes with what the agent is about to do.
void Prefix::extend_at(ChainId p, PrefixEventId e) {
  intent_ = system_.intent(chains_[p].value);
  if (intent_ == nullptr) return;
  agent_node_ = p;
  wanted_.clear();
  wanted_.push_back(Touched{chains_[p].component, Access::Write, {}, {}, 0});
  for (const Pending& t : pending_[p.index()]) {
    wanted_.push_back(Touched{t.component, t.access, {}, {}, 0});
  }
  View K = view(p);  // a copy: events are added while it is in use
  if (!e.is_none()) merge(K, events_[e.index()].view);
  choose_writes(K, 1);
}

// K with another history. False if they do not fit, or if the agent would have gone on in it.
bool Prefix::join(const View& K, const View& with, View& joined) const {
  const ComponentId agent = wanted_.front().component;
  const ChainId other = last(with, agent);
  if (chains_.depth(other) > chains_.depth(agent_node_) || !fit(K, with)) return false;
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
