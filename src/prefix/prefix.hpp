// SPDX-License-Identifier: Apache-2.0
// A complete prefix of the unfolding of a program with states [McMillan, ERV; POET Sec.5].
//
// The unfolding of a program that never ends is infinite, but its states may be few. An event e is
// a cut-off if some event e' has the same state, state([e]) = state([e']), and a smaller history,
// [e'] < [e] in an adequate order: what can follow e follows e' as well, so nothing beyond e is
// needed. The events that remain are finitely many if the states are, and they represent every
// reachable state and every operation that can be executed in one (docs/explorer-prefix.md has
// the argument).
//
// DEVIATION: POET explores configuration by configuration, depth first, and an event may be a
// cut-off in one and not in another [POET Ex.30]. We grow one prefix, smallest histories first, as
// [ERV] does. So whether an event is a cut-off is decided once, the prefix does not depend on
// luck (it is the canonical one of the order), and completeness is the textbook's. The cache G of
// [POET Sec.5.1] becomes the table of states: it may be emptied at any time (forget_states), which
// makes the prefix larger, never wrong.
//
// An event is a label with a history. The history is chosen, not run: for each object that the
// operation touches, after which write it comes and, if it writes, which of the reads since then
// it has seen. prefix_extensions.cpp enumerates these choices when an event is added; each gives
// the event of one operation after one history, once (they are interned).
#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/random.hpp"
#include "core/states.hpp"
#include "core/step.hpp"
#include "prefix/chains.hpp"

namespace skein {

enum class AdequateOrder : std::uint8_t {
  Size,   // fewer events [McMillan]
  Total,  // then by how often each label occurs, then by Foata normal form [ERV]
};

// A configuration as seen from its end: the last write of every component, and the reads since
// then. Components beyond the end of `last` are untouched.
struct View {
  struct Read {
    ComponentId component;
    PrefixEventId event;
  };
  std::vector<ChainId> last;
  std::vector<Read> reads;  // sorted by component, then agent
  std::uint64_t hash = 0;   // of its state: a sum over the last writes, kept up to date
};

class Prefix {
 public:
  struct Options {
    bool has_cutoffs = true;
    AdequateOrder order = AdequateOrder::Total;
    // States with equal hashes are taken for equal: smaller, and not exact.
    bool is_compact = false;
    // Asked after every event; true stops the construction. Null: never.
    std::function<bool()> is_enough;
    // How much the table of states may take, in bytes; then it is emptied. 0: no limit.
    std::size_t most_state_bytes = 0;
    // Asked before every event: whether to empty the table of states now. Null: never.
    std::function<bool()> is_time_to_forget;
    // From so many on, the nodes after one are looked up by what they saw instead of all looked at.
    std::size_t many_children = 24;
    // An event's extensions are looked for by walking down the chains up to so many nodes of an
    // agent, then by an index.
    std::size_t most_nodes_walked = 64;
  };

  // What an event did to one component.
  struct Touched {
    ComponentId component;
    Access access = Access::Read;
    ChainId saw;    // the write before
    ChainId wrote;  // none for a read, and for cut-offs
    ValueId value = 0;
  };

  struct Event {
    AgentId agent;
    OpKind kind = OpKind::Yield;
    SiteId site;
    std::uint32_t choice = 0;
    std::uint32_t ways = 1;
    std::uint32_t size = 0;   // of its history, itself included
    std::uint32_t level = 0;  // of the Foata normal form: after those of all its causes
    std::uint32_t label = 0;  // agent and what is touched, numbered
    std::int64_t value = 0;
    ChainId before;  // the agent's own chain: what its operation follows
    std::vector<Touched> touched;
    std::vector<PrefixEventId> seen_reads;  // of the objects it writes
    // Of its history, itself included; until it is added, without itself; a cut-off's is emptied.
    View view;
    std::uint64_t state_hash = 0;
    bool is_added = false;
    bool is_cutoff = false;
    PrefixEventId corresponding;  // of a cut-off; none: the beginning
    std::shared_ptr<const Fault> fault;
  };

  struct Figures {
    std::uint64_t events = 0;  // cut-offs included
    std::uint64_t cutoffs = 0;
    std::uint64_t states = 0;     // distinct ones of the events' histories
    std::uint64_t largest = 0;    // history
    std::uint64_t faults = 0;     // events that violate a property
    std::uint64_t forgotten = 0;  // how often the table of states was emptied
  };

  Prefix(StateSystem& system, Options options);

  // Builds it. False if is_enough stopped it.
  bool build();

  [[nodiscard]] const Figures& figures() const { return figures_; }
  // In the order in which they were added; those still waiting are left out.
  [[nodiscard]] std::span<const PrefixEventId> events() const { return added_; }
  [[nodiscard]] const Event& operator[](PrefixEventId e) const { return events_[e.index()]; }
  [[nodiscard]] const Chains& chains() const { return chains_; }

  [[nodiscard]] std::size_t components() const { return roots_.size(); }
  // The agent whose local state this is; none for an object.
  [[nodiscard]] AgentId agent_of(ComponentId c) const { return agent_of_[c.index()]; }
  [[nodiscard]] ObjectId object_of(ComponentId c) const { return object_of_[c.index()]; }
  [[nodiscard]] ComponentId component_of(AgentId agent);
  [[nodiscard]] ComponentId component_of(ObjectId object);
  [[nodiscard]] ChainId root(ComponentId c) const { return roots_[c.index()]; }
  [[nodiscard]] StateSystem& system() const { return system_; }

  // Configurations by their views.
  [[nodiscard]] ChainId last(const View& v, ComponentId c) const {
    return c.index() < v.last.size() ? v.last[c.index()] : roots_[c.index()];
  }
  [[nodiscard]] ValueId value(const View& v, ComponentId c) const {
    return chains_[last(v, c)].value;
  }
  [[nodiscard]] const View& view(ChainId n) const {
    const PrefixEventId e = chains_[n].event;
    return e.is_none() ? empty_ : events_[e.index()].view;
  }
  [[nodiscard]] bool contains(const View& v, PrefixEventId e) const;
  [[nodiscard]] bool fit(const View& a, const View& b) const;  // whether the union is one
  // A quicker one, for a child in a chain whose node is not in v.
  [[nodiscard]] bool may_fit(const View& v, const Chains::Child& child) const {
    if (child.other.is_none()) return true;
    const ChainId there = last(v, child.other);
    if (there == child.saw) return true;
    const std::uint32_t depth = chains_.depth(there);
    return depth < child.depth && chains_.ancestor_at(child.saw, depth) == there;
  }
  // A quick look before fit: false if e, which is not in v, surely is in conflict with it. Of a
  // long list of events few fit, and most of the others fail here.
  [[nodiscard]] bool may_fit(const View& v, PrefixEventId e) const {
    for (const Touched& t : events_[e.index()].touched) {
      // A later write than the one that e saw, without e in its history.
      const ChainId there = last(v, t.component);
      if (there != t.saw && !chains_.is_ancestor_or_same(there, t.saw)) return false;
    }
    return true;
  }
  void merge(View& into, const View& from) const;  // REQUIRES fit
  // In how many ways the agent at this node of its chain can go on after v, which must have it
  // last.
  [[nodiscard]] std::uint32_t ways(const View& v, ChainId n);

  // What that agent does next, of several ways the first (the others have the numbers after it, up
  // to Event::ways); none if it is not in the prefix.
  [[nodiscard]] PrefixEventId next_event(const View& v, ChainId n);

  // The events of a configuration, causes first, few switches between agents. A cut-off's last
  // event is itself.
  [[nodiscard]] std::vector<PrefixEventId> linearise(const View& v) const;
  [[nodiscard]] std::vector<PrefixEventId> linearise(PrefixEventId e);
  [[nodiscard]] std::vector<Move> moves(std::span<const PrefixEventId> events) const;
  // The history of e without e. For cut-offs too.
  [[nodiscard]] View past(PrefixEventId e) const;

 private:
  // What an agent, at a node of its chain, is about to touch.
  struct Pending {
    ComponentId component;
    Access access = Access::Read;
  };
  // What an agent does next, by its local state.
  struct Doing {
    const Intent* intent = nullptr;
    std::vector<Pending> pending;
    std::uint32_t label = 0;
    bool is_known = false;
  };
  // Where those nodes are found at which it touches the component next: after the node at which it
  // did so before (or its root), and the write it saw then (or none).
  struct PendingKey {
    ChainId from;
    ComponentId component;
    ChainId saw;
    friend bool operator==(const PendingKey&, const PendingKey&) = default;
  };
  struct PendingHash {
    std::size_t operator()(const PendingKey& key) const {
      return mix64((static_cast<std::uint64_t>(key.from.value) << 32U) + key.saw.value +
                   mix64(key.component.value));
    }
  };
  struct Mixed {  // keys that are hashes already, or pairs of numbers
    std::size_t operator()(std::uint64_t key) const { return mix64(key); }
  };
  template <class Value>
  using Table = tsl::robin_map<std::uint64_t, Value, Mixed>;

  // An event that has a state.
  struct State {
    PrefixEventId event;  // none: the beginning
    std::uint32_t size = 0;
  };

  // Of one component, what prefix_walk.cpp found to fit an event's history, not in it.
  struct Fitting {
    std::uint32_t walk = 0;  // of which walk this is; of an older one it counts as empty
    std::vector<ChainId> writes;
    std::vector<PrefixEventId> readers;
    std::vector<ChainId> seekers;  // nodes whose next event is looked up by the write it sees
  };

  [[nodiscard]] static std::uint64_t pair_of(ChainId a, ChainId b) {
    return (static_cast<std::uint64_t>(a.value) << 32U) + b.value;
  }

  // prefix.cpp
  ComponentId new_component(AgentId agent, ObjectId object, ValueId value);
  bool build_level(const std::vector<PrefixEventId>& level);
  void execute(PrefixEventId e);
  void look_for_equal(PrefixEventId e);
  void log_event(PrefixEventId e) const;
  void add(PrefixEventId e);
  [[nodiscard]] const Doing& doing(ChainId n);
  // prefix_states.cpp
  [[nodiscard]] std::uint64_t hash(ComponentId c, ValueId value) const;
  void take_state(PrefixEventId e, std::vector<ValueId>& values) const;
  [[nodiscard]] bool are_same_states(PrefixEventId a, PrefixEventId b) const;
  State& state_of(PrefixEventId e);
  [[nodiscard]] bool find_cause_with_same_state(PrefixEventId e);
  void forget_states();
  // prefix_order.cpp
  [[nodiscard]] bool is_smaller(PrefixEventId a, PrefixEventId b) const;
  [[nodiscard]] std::uint32_t label_of(const Intent& intent, std::span<const Pending> pending);
  // prefix_walk.cpp
  [[nodiscard]] bool walk(PrefixEventId e, std::span<const ComponentId> written);
  [[nodiscard]] bool visit(ChainId p, PrefixEventId e);
  void list_children(ChainId p, const View& v);
  void take_fitting(PrefixEventId f);
  [[nodiscard]] bool fits_walk(const View& v, PrefixEventId f) const;
  [[nodiscard]] bool is_walked(ChainId n) const { return walked_[n.index()] == walk_; }
  [[nodiscard]] Fitting& fitting(ComponentId c);
  void push_candidate(ChainId n);
  // prefix_index.cpp
  void find_by_index(PrefixEventId e, std::span<const ComponentId> written);
  [[nodiscard]] ChainId nearest_pending(ChainId n, ComponentId c);
  [[nodiscard]] const Pending* pending(ChainId n, ComponentId c);
  [[nodiscard]] ChainId saw_at(ChainId n, ComponentId c) const;
  void enter_pending(ChainId n);
  void find_pending(ComponentId agent, const Touched& t, const View& v);
  // prefix_extensions.cpp
  void extend(PrefixEventId e);
  void extend_at(ChainId p, PrefixEventId e);
  void choose_writes(const View& K, std::size_t i);
  void choose_write(const View& K, std::size_t i, ChainId w);
  void try_write(const View& K, std::size_t i, ChainId w);
  void choose_reads(const View& K);
  void choose_read(const View& K, std::size_t i);
  [[nodiscard]] bool is_about_to_move(ChainId p);
  [[nodiscard]] PrefixEventId look_up(const View& K);
  void emit(const View& K);
  [[nodiscard]] bool join(const View& K, const View& with, View& joined) const;
  [[nodiscard]] bool reads_fit(const View& a, ComponentId c, ChainId b_last) const;

  StateSystem& system_;
  Options options_;
  Figures figures_;
  Chains chains_;
  View empty_;
  std::vector<ChainId> roots_;        // by component
  std::vector<AgentId> agent_of_;     // by component
  std::vector<ObjectId> object_of_;   // by component
  std::vector<ComponentId> agents_;   // by agent
  std::vector<ComponentId> objects_;  // by object
  std::vector<Event> events_;
  std::vector<PrefixEventId> added_;
  std::vector<std::vector<PrefixEventId>> waiting_;  // by size
  std::deque<Doing> doing_;                          // by local state
  std::map<std::vector<std::uint32_t>, std::uint32_t> labels_;
  // By a hash; where another is there already, by the hash of that, and so on.
  Table<PrefixEventId> interned_;
  Table<State> states_;
  // What follows a node of an agent's chain, by the write of its object that it saw; of nodes that
  // many follow.
  Table<std::vector<ChainId>> by_saw_;
  // linearise: who is done already has the last mark.
  mutable std::vector<std::uint32_t> marks_;  // by event
  mutable std::uint32_t last_mark_ = 0;
  std::size_t state_bytes_ = 0;  // about
  bool has_forgotten_ = false;

  // prefix_index.cpp: made when the first walk leads too far.
  std::unordered_map<PendingKey, std::vector<ChainId>, PendingHash> next_pending_;
  std::size_t indexed_ = 0;  // nodes

  // prefix_walk.cpp
  std::uint32_t walk_ = 0;
  std::vector<std::uint32_t> walked_;  // by node: the last walk in which it was found to fit
  std::deque<Fitting> fitting_;        // by component; references stay valid
  std::vector<ChainId> candidates_;    // a heap, smallest first
  std::size_t passed_ = 0;
  bool is_walk_complete_ = false;
  std::vector<ChainId> found_;  // where agents are about to do what clashes with the event

  // While extensions are enumerated: whose, what it does, what it touches.
  ChainId agent_node_;
  const Doing* doing_now_ = nullptr;
  const View* walked_view_ = nullptr;  // of a complete walk: all that is in fitting_ fits it
  std::vector<Touched> wanted_;
  std::vector<PrefixEventId> readers_;
  std::vector<PrefixEventId> left_out_;  // of the readers
  std::deque<View> spare_;               // of which so many are in use:
  std::size_t in_use_ = 0;
  mutable std::vector<View::Read> merged_reads_;
  std::vector<ValueId> values_;
  std::vector<PrefixEventId> seen_;
  std::uint64_t key_ = 0;  // of interned_, where look_up ended
};

}  // namespace skein
