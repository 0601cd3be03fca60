// SPDX-License-Identifier: Apache-2.0
// A complete prefix of the unfolding of a program with states [McMillan, ERV; POET Sec.5].
//
// The unfolding of a program that never ends is infinite, but its states may be few. An event e is
// a cut-off if some event e' has the same state, state([e]) = state([e']), and a smaller history,
// [e'] < [e] in an adequate order: what can follow e follows e' as well, so nothing beyond e is
// needed. If the states are finitely many, so are the events that remain, and they represent every
// reachable state and every operation that can be executed in one (docs/explorer-prefix.md has the
// argument).
//
// An event is a label with a history. The history is chosen, not run: for each object that the
// operation touches, the write it follows and, if it writes, the reads since then that it has seen.
// Each choice gives one event of one operation after one history, once (events are interned).
//
// This class is the data: events, chains, components, and the configurations they make.
// PrefixBuilder (builder.hpp) makes it, and the analyses (analyses/) read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/states.hpp"
#include "core/step.hpp"
#include "prefix/chains.hpp"
#include "prefix/components.hpp"
#include "prefix/known_events.hpp"
#include "prefix/next_steps.hpp"
#include "prefix/prefix_event.hpp"
#include "prefix/prefix_options.hpp"
#include "prefix/view.hpp"

namespace skein {

class Prefix {
 public:
  using Options = PrefixOptions;
  using Touched = PrefixTouch;
  using Event = PrefixEvent;

  struct Statistics {
    std::uint64_t events = 0;  // cut-offs included
    std::uint64_t cutoffs = 0;
    std::uint64_t states = 0;     // distinct states of the events' histories
    std::uint64_t largest = 0;    // size of a history
    std::uint64_t faults = 0;     // events that violate a property
    std::uint64_t forgotten = 0;  // how often the table of states was emptied
  };

  explicit Prefix(StateSystem& system);

  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  // In the order of adding, without those still to be added.
  [[nodiscard]] std::span<const PrefixEventId> events() const { return added_; }
  [[nodiscard]] const Event& operator[](PrefixEventId e) const { return events_[e.index()]; }
  [[nodiscard]] const Chains& chains() const { return chains_; }
  [[nodiscard]] StateSystem& system() const { return system_; }

  [[nodiscard]] std::size_t components() const { return components_.size(); }
  [[nodiscard]] const std::vector<ComponentId>& agents() const { return components_.of_agents(); }
  [[nodiscard]] AgentId agent_of(ComponentId c) const { return components_.agent_of(c); }
  [[nodiscard]] ObjectId object_of(ComponentId c) const { return components_.object_of(c); }
  [[nodiscard]] ComponentId component_of(AgentId a) { return components_.component_of(a); }
  [[nodiscard]] ComponentId component_of(ObjectId x) { return components_.component_of(x); }
  [[nodiscard]] ChainId root(ComponentId c) const { return components_.root(c); }

  // Configurations by their views.
  [[nodiscard]] ChainId last(const View& v, ComponentId c) const {
    return c.index() < v.last.size() ? v.last[c.index()] : root(c);
  }
  [[nodiscard]] ValueId value(const View& v, ComponentId c) const {
    return chains_[last(v, c)].value;
  }
  [[nodiscard]] const View& view(ChainId n) const {
    const PrefixEventId e = chains_[n].event;
    return e.is_none() ? empty_ : events_[e.index()].view;
  }
  [[nodiscard]] bool contains(const View& v, PrefixEventId e) const;
  // Whether the union of two configurations is a configuration.
  [[nodiscard]] bool fit(const View& a, const View& b) const;
  // A quick test before fit, for a child in a chain whose node is not in v: false means it does not
  // fit.
  [[nodiscard]] bool may_fit(const View& v, const Chains::Child& child) const {
    if (child.other.is_none()) return true;
    const ChainId there = last(v, child.other);
    if (there == child.saw) return true;
    const std::uint32_t depth = chains_.depth(there);
    return depth < child.depth && chains_.ancestor_at(child.saw, depth) == there;
  }
  // Whether an event that is not in v may fit v: a cheap test. Few events of a long list fit, and
  // most others fail here.
  [[nodiscard]] bool may_fit(const View& v, PrefixEventId e) const {
    for (const Touched& t : events_[e.index()].touched) {
      // v has a later write than the one e saw, without e in its history.
      const ChainId there = last(v, t.component);
      if (there != t.saw && !chains_.is_ancestor_or_same(there, t.saw)) return false;
    }
    return true;
  }
  void merge(View& into, const View& from) const;  // REQUIRES fit
  // The history of e without e. For cut-offs too.
  [[nodiscard]] View past(PrefixEventId e) const;

  // The next step of the agent at this node of its chain.
  [[nodiscard]] const NextStep& next_step(ChainId n) { return next_steps_.at(chains_[n].value); }
  // Whether the agent can take it after v. REQUIRES: n is the agent's last node in v.
  [[nodiscard]] bool is_enabled(const View& v, ChainId n);
  // The first event of that step after v; its other choices have the numbers that follow, up to
  // Event::choices. None if it is not in the prefix.
  [[nodiscard]] PrefixEventId next_event(const View& v, ChainId n);

  // The moves of these events, in their order (linearisation.hpp puts a configuration in order).
  [[nodiscard]] std::vector<Move> moves(std::span<const PrefixEventId> events) const;

  // The contribution of a component's value to the hash of a state. An initial value contributes
  // nothing, so components found later do not change the hash.
  [[nodiscard]] std::uint64_t hash(ComponentId c, ValueId value) const;

 private:
  friend class PrefixBuilder;
  friend class ExtensionSearch;

  // The operation of the agent at n, without what it sees. False if the agent has stopped.
  [[nodiscard]] bool begin_key(ChainId n, EventKey& key);
  // Adds what the operation sees after K.
  void complete_key(const View& K, EventKey& key) const;
  [[nodiscard]] bool reads_fit(const View& a, ComponentId c, ChainId b_last) const;
  // Gives the event its nodes in the chains. A cut-off gets none, so nothing ever follows it.
  // REQUIRES: the event was executed, and is not a cut-off.
  void attach(PrefixEventId e);

  StateSystem& system_;
  Statistics statistics_;
  Chains chains_;
  Components components_;
  NextSteps next_steps_;
  View empty_;
  std::vector<Event> events_;
  std::vector<PrefixEventId> added_;
  KnownEvents known_;
  // Scratch that keeps its memory, since both functions run all the time.
  EventKey key_;                                  // next_event
  mutable std::vector<View::Read> merged_reads_;  // merge
};

}  // namespace skein
