#include "unfolding/prefix.hpp"

#include <algorithm>
#include <utility>

#include "model/check.hpp"
#include "model/random.hpp"

namespace skein {

namespace {
// What an entry of the table of states takes beside its values.
constexpr std::size_t kStateBytes = 96;
}  // namespace

Prefix::Prefix(StateSystem& system, Options options)
    : system_(system), options_(std::move(options)) {
  new_component(kMainAgent, ObjectId{}, system_.initial_local());
}

ComponentId Prefix::new_component(AgentId agent, ObjectId object, ValueId value) {
  const ComponentId c{roots_.size()};
  roots_.push_back(chains_.add_root(c, value));
  agent_of_.push_back(agent);
  object_of_.push_back(object);
  auto& index = agent.is_none() ? objects_ : agents_;
  const std::size_t i = agent.is_none() ? object.index() : agent.index();
  if (index.size() <= i) index.resize(i + 1);
  index[i] = c;
  return c;
}

ComponentId Prefix::component_of(AgentId agent) {
  if (agent.index() < agents_.size() && !agents_[agent.index()].is_none()) {
    return agents_[agent.index()];
  }
  return new_component(agent, ObjectId{}, 0);
}

ComponentId Prefix::component_of(ObjectId object) {
  if (object.index() < objects_.size() && !objects_[object.index()].is_none()) {
    return objects_[object.index()];
  }
  return new_component(AgentId{}, object, system_.initial_value(object));
}

// ---- Configurations ------------------------------------------------------------------------

bool Prefix::contains(const View& v, PrefixEventId e) const {
  const Event& event = events_[e.index()];
  const ChainId own = event.touched.front().wrote;
  return chains_.is_ancestor_or_same(own, last(v, event.touched.front().component));
}

// The last write of c in a is above b_last, that of b: whether the reads that a has of it were seen
// by the write that b has next.
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
    const bool x_is_above = chains_.depth(x) < chains_.depth(y);
    if (x_is_above ? !chains_.is_ancestor_or_same(x, y) : !chains_.is_ancestor_or_same(y, x)) {
      return false;
    }
    if (x_is_above ? !reads_fit(a, c, y) : !reads_fit(b, c, x)) return false;
  }
  return true;
}

void Prefix::merge(View& into, const View& from) const {
  std::vector<View::Read> reads;
  const auto less = [&](const View::Read& a, const View::Read& b) {
    if (a.component != b.component) return a.component < b.component;
    return events_[a.event.index()].agent < events_[b.event.index()].agent;
  };
  // Reads of a write that is not the last in the union are gone; of two reads by one agent the
  // later one stays.
  const auto is_current = [&](const View::Read& r, const View& other) {
    const ChainId mine = last(&other == &from ? into : from, r.component);
    return chains_.depth(mine) >= chains_.depth(last(other, r.component));
  };
  auto i = into.reads.begin();
  auto j = from.reads.begin();
  while (i != into.reads.end() || j != from.reads.end()) {
    const bool takes_i = j == from.reads.end() || (i != into.reads.end() && !less(*j, *i));
    const bool takes_j = i == into.reads.end() || (j != from.reads.end() && !less(*i, *j));
    View::Read r;
    if (takes_i && takes_j) {
      const bool i_current = is_current(*i, from);
      const bool j_current = is_current(*j, into);
      if (i_current && j_current) {
        r = events_[i->event.index()].size >= events_[j->event.index()].size ? *i : *j;
      } else {
        r = i_current ? *i : *j;
      }
      ++i;
      ++j;
      if (i_current || j_current) reads.push_back(r);
    } else if (takes_i) {
      if (is_current(*i, from)) reads.push_back(*i);
      ++i;
    } else {
      if (is_current(*j, into)) reads.push_back(*j);
      ++j;
    }
  }
  for (auto c = static_cast<std::uint32_t>(into.last.size()); c < from.last.size(); ++c) {
    into.last.push_back(roots_[c]);
  }
  for (std::size_t c = 0; c < from.last.size(); ++c) {
    if (chains_.depth(from.last[c]) > chains_.depth(into.last[c])) into.last[c] = from.last[c];
  }
  into.reads = std::move(reads);
}

std::uint32_t Prefix::ways(const View& v, ChainId n) {
  const ValueId local = chains_[n].value;
  const Intent* const intent = system_.intent(local);
  if (intent == nullptr) return 0;
  std::vector<ValueId> values;
  for (const Touch& touch : intent->touches) {
    values.push_back(value(v, component_of(touch.object)));
  }
  return system_.ways(local, values);
}

View Prefix::past(PrefixEventId e) const {
  const Event& event = events_[e.index()];
  View K = view(event.before);
  for (const Touched& t : event.touched) merge(K, view(t.saw));
  for (const PrefixEventId r : event.seen_reads) merge(K, events_[r.index()].view);
  return K;
}

std::vector<PrefixEventId> Prefix::linearise(const View& v) const {
  // All events, by walking up the agents' chains; then agent by agent, each as far as it can go.
  std::vector<std::vector<PrefixEventId>> todo;  // by agent, the last one first
  marks_.resize(events_.size());
  const std::uint32_t mark = ++last_mark_;
  for (std::uint32_t i = 0; i < v.last.size(); ++i) {
    if (agent_of_[i].is_none()) continue;
    auto& own = todo.emplace_back();
    for (ChainId n = v.last[i]; !chains_[n].event.is_none(); n = chains_[n].parent) {
      if (events_[chains_[n].event.index()].agent == agent_of_[i]) own.push_back(chains_[n].event);
    }
  }
  const auto is_ready = [&](PrefixEventId e) {
    const Event& event = events_[e.index()];
    const auto done = [&](PrefixEventId f) { return f.is_none() || marks_[f.index()] == mark; };
    for (const Touched& t : event.touched) {
      if (!done(chains_[t.saw].event)) return false;
    }
    for (const PrefixEventId r : event.seen_reads) {
      if (!done(r)) return false;
    }
    return true;
  };
  std::vector<PrefixEventId> result;
  bool has_moved = true;
  while (has_moved) {
    has_moved = false;
    for (auto& own : todo) {
      while (!own.empty() && is_ready(own.back())) {
        marks_[own.back().index()] = mark;
        result.push_back(own.back());
        own.pop_back();
        has_moved = true;
      }
    }
  }
  for (const auto& own : todo) check(own.empty(), "a configuration that cannot be executed");
  return result;
}

std::vector<PrefixEventId> Prefix::linearise(PrefixEventId e) {
  std::vector<PrefixEventId> result = linearise(past(e));
  result.push_back(e);
  return result;
}

std::vector<Move> Prefix::moves(std::span<const PrefixEventId> events) const {
  std::vector<Move> result;
  result.reserve(events.size());
  for (const PrefixEventId e : events) {
    result.push_back(Move{events_[e.index()].agent, events_[e.index()].choice});
  }
  return result;
}

// ---- States --------------------------------------------------------------------------------

// state([e]). REQUIRES: e has been executed.
void Prefix::take_state(PrefixEventId e, std::vector<ValueId>& values) const {
  const Event& event = events_[e.index()];
  values.clear();
  for (const ChainId n : event.view.last) values.push_back(chains_[n].value);
  for (const Touched& t : event.touched) values[t.component.index()] = t.value;
  while (!values.empty() && values.back() == chains_[roots_[values.size() - 1]].value) {
    values.pop_back();
  }
}

// Sums over the components that differ from the beginning, so that components found later do not
// matter.
std::uint64_t Prefix::hash(std::span<const ValueId> values) const {
  std::uint64_t sum = 0;
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (values[c] == chains_[roots_[c]].value) continue;
    sum += mix64((static_cast<std::uint64_t>(c) << 32U) + values[c] + 0x9e3779b97f4a7c15ULL);
  }
  return sum;
}

Prefix::State* Prefix::find_state(std::uint64_t hash, std::span<const ValueId> values) {
  auto [from, to] = states_.equal_range(hash);
  for (; from != to; ++from) {
    if (options_.is_compact) return &from->second;
    if (std::equal(values.begin(), values.end(), from->second.values.begin(),
                   from->second.values.end())) {
      return &from->second;
    }
  }
  return nullptr;
}

// Only needed once the table has been emptied, and then for the construction to end: an event of
// e's own history with the same state has a smaller history in every adequate order.
bool Prefix::find_cause_with_same_state(PrefixEventId e, std::span<const ValueId> values) {
  std::vector<ValueId> other;
  if (values.empty()) return true;  // the beginning
  for (const PrefixEventId f : linearise(past(e))) {
    if (events_[f.index()].state_hash != events_[e.index()].state_hash) continue;
    take_state(f, other);
    if (!std::equal(values.begin(), values.end(), other.begin(), other.end())) continue;
    events_[e.index()].corresponding = f;
    return true;
  }
  return false;
}

void Prefix::forget_states() {
  states_.clear();
  state_bytes_ = 0;
  has_forgotten_ = true;
  ++figures_.forgotten;
}

// ---- Construction --------------------------------------------------------------------------

bool Prefix::build() {
  if (options_.has_cutoffs) {
    State initial;
    states_.emplace(hash(initial.values), initial);
    figures_.states = 1;
  }
  enter_pending(roots_[0]);
  extend_at(roots_[0], PrefixEventId{});
  std::size_t size = 0;
  while (size < waiting_.size()) {  // it grows meanwhile
    if (!build_level(std::move(waiting_[size++]))) return false;
  }
  return true;
}

// All events whose histories have one size: none of them is in another's history, and nothing
// smaller is still to come.
bool Prefix::build_level(std::vector<PrefixEventId> level) {
  std::vector<std::vector<ValueId>> values(level.size());
  std::unordered_multimap<std::uint64_t, std::size_t> fresh;  // states not seen before this level
  std::vector<std::size_t> smallest(level.size());
  for (std::size_t i = 0; i < level.size(); ++i) {
    if (options_.is_time_to_forget && options_.is_time_to_forget()) forget_states();
    if (options_.most_state_bytes != 0 && state_bytes_ > options_.most_state_bytes) forget_states();
    const PrefixEventId e = level[i];
    execute(e);
    Event& event = events_[e.index()];
    ++figures_.events;
    if (event.fault) ++figures_.faults;
    figures_.largest = std::max<std::uint64_t>(figures_.largest, event.size);
    if (options_.has_cutoffs) {
      take_state(e, values[i]);
      event.state_hash = hash(values[i]);
      if (const State* known = find_state(event.state_hash, values[i])) {
        if (known->size < event.size) {
          event.is_cutoff = true;
          event.corresponding = known->event;
        }
      } else if (has_forgotten_ && find_cause_with_same_state(e, values[i])) {
        event.is_cutoff = true;
      }
      if (!event.is_cutoff && options_.order == AdequateOrder::Total) {
        bool is_first = true;
        auto [from, to] = fresh.equal_range(event.state_hash);
        for (; from != to && is_first; ++from) {
          std::size_t& j = from->second;
          if (values[j] != values[i]) continue;
          is_first = false;
          const std::size_t loser = is_smaller(e, level[j]) ? j : i;
          const std::size_t winner = loser == i ? j : i;
          events_[level[loser].index()].is_cutoff = true;
          events_[level[loser].index()].corresponding = level[winner];
          j = winner;
        }
        if (is_first) fresh.emplace(event.state_hash, i);
      }
    }
    if (options_.is_enough && options_.is_enough()) return false;
  }
  for (std::size_t i = 0; i < level.size(); ++i) {
    const PrefixEventId e = level[i];
    Event& event = events_[e.index()];
    added_.push_back(e);
    event.is_added = true;
    if (event.is_cutoff) {
      ++figures_.cutoffs;
      event.view = View{};
      continue;
    }
    if (options_.has_cutoffs && find_state(event.state_hash, values[i]) == nullptr) {
      if (options_.is_compact) values[i] = {};
      state_bytes_ += kStateBytes + sizeof(ValueId) * values[i].size();
      states_.emplace(event.state_hash, State{std::move(values[i]), e, event.size});
      ++figures_.states;
    }
    add(e);
  }
  for (const PrefixEventId e : level) {
    if (!events_[e.index()].is_cutoff) extend(e);
    if (options_.is_enough && options_.is_enough()) return false;
  }
  return true;
}

// Finds out what the event does, and its view.
void Prefix::execute(PrefixEventId e) {
  View v = past(e);
  const ValueId local = chains_[events_[e.index()].before].value;
  const Intent* const intent = system_.intent(local);
  std::vector<ValueId> values;
  for (const Touched& t : events_[e.index()].touched) {
    if (object_of_[t.component.index()].is_none()) continue;
    values.push_back(chains_[t.saw].value);
  }
  const Outcome& outcome = system_.fire(local, values, events_[e.index()].choice);
  Event& event = events_[e.index()];
  event.fault = outcome.fault;
  event.value = outcome.value;
  event.site = intent->site;
  std::size_t i = 0;
  for (Touched& t : event.touched) {
    const AgentId agent = agent_of_[t.component.index()];
    if (agent.is_none()) {
      t.value = outcome.values[i++];
    } else {
      t.value = agent == event.agent ? outcome.local : outcome.born;
    }
  }
  v.last.resize(std::max(v.last.size(), roots_.size()));
  for (std::size_t c = 0; c < v.last.size(); ++c) {
    if (v.last[c].is_none()) v.last[c] = roots_[c];
  }
  std::vector<View::Read> reads;
  for (const Touched& t : event.touched) {
    if (t.access == Access::Write) {
      std::erase_if(v.reads, [&](const View::Read& r) { return r.component == t.component; });
    } else {
      std::erase_if(v.reads, [&](const View::Read& r) {
        return r.component == t.component && events_[r.event.index()].agent == event.agent;
      });
      reads.push_back(View::Read{t.component, e});
    }
  }
  for (const View::Read& r : reads) {
    const auto place = std::find_if(v.reads.begin(), v.reads.end(), [&](const View::Read& other) {
      return other.component > r.component ||
             (other.component == r.component && event.agent < events_[other.event.index()].agent);
    });
    v.reads.insert(place, r);
  }
  event.view = std::move(v);
}

// Only events that are no cut-offs get nodes, so that nothing is ever hung below a cut-off.
void Prefix::add(PrefixEventId e) {
  Event& event = events_[e.index()];
  for (Touched& t : event.touched) {
    if (t.access != Access::Write) {
      chains_.add_reader(t.saw, e);
      continue;
    }
    t.wrote = chains_.add(t.saw, e, t.value, agent_of_[t.component.index()] == event.agent);
    event.view.last[t.component.index()] = t.wrote;
  }
  // The agent's own component comes first, objects last.
  const Touched& own = event.touched.front();
  const Touched& key = event.touched.back();
  for (const Touched& t : event.touched) {
    if (t.access != Access::Write) continue;
    const Touched& other = t.component == own.component ? key : own;
    const bool is_alone = other.component == t.component;
    chains_.add_child(t.wrote, is_alone ? ComponentId{} : other.component,
                      is_alone ? ChainId{} : other.saw);
    // In every agent's chain, that of an agent created here too: list_children relies on it.
    const bool is_agents = !agent_of_[t.component.index()].is_none();
    if (is_agents && !is_alone) by_saw_[pair_of(t.saw, other.saw)].push_back(t.wrote);
  }
  const std::vector<Touched> touched = event.touched;
  for (const Touched& t : touched) {
    if (!agent_of_[t.component.index()].is_none()) enter_pending(t.wrote);
  }
}

}  // namespace skein
