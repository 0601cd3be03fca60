// SPDX-License-Identifier: Apache-2.0
// Causality and conflict between any two events, by trees [QPOR Sec.5.1, Def.7, Theorem 6].
//
// Every agent has a tree of its events, every object a tree of its writes; reads hang off the write
// they saw. Each event keeps, for every agent, that agent's last event in its history (tmax), and
// for every object the last write (lmax) and the reads since. Then
//
//   e < e'   iff e is an ancestor of tmax(e', agent of e);
//
//   e # e'   iff for some agent the two tmax, or for some object the two lmax, lie on
//            different branches, or one has seen a read that the other's next write on
//            that object has not [generalises Theorem 6]. If a history adds to an object, the
//            definition decides instead: two events of the two histories depend on each other, and
//            each is in one history only.
//
// The exploration itself needs neither map: it asks only about the configuration it is executing
// (vector clocks, Extensions) and about what fits it (Configuration::admits), which is faster and
// needs a third of the memory. This is the plain version from the paper: --paranoid checks every
// answer of the fast one against it, and the statistics of [QPOR Sec.6.2] come from its queries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/skip_tree.hpp"
#include "unfolding/unfolding.hpp"

namespace skein {

using NodeId = Id<struct NodeTag>;  // a node of such a tree

class Relations {
 public:
  // The number of queries by the distance in levels between their nodes; the last bucket also
  // counts all larger distances.
  using Histogram = std::array<std::uint64_t, 33>;

  struct Depths {
    double average = 0;
    std::uint32_t maximal = 0;
    std::size_t nodes = 0;
  };

  explicit Relations(const Unfolding& unfolding) : unfolding_(unfolding) {}

  [[nodiscard]] bool happens_before(EventId a, EventId b);  // or a == b
  [[nodiscard]] bool in_conflict(EventId a, EventId b);

  [[nodiscard]] const Histogram& causality_distances() const { return causality_; }
  [[nodiscard]] const Histogram& conflict_distances() const { return conflict_; }
  [[nodiscard]] std::vector<Depths> agent_tree_depths();
  [[nodiscard]] std::vector<Depths> object_tree_depths();
  [[nodiscard]] std::size_t bytes() const;

  // Call after the unfolding has collected: all event numbers have changed.
  void forget();

 private:
  // An entry of a map: the last event of an agent, or the last write of an object.
  struct Entry {
    std::uint32_t key = 0;  // agent or object
    EventId event;
    NodeId node;
  };
  struct Read {
    ObjectId object;
    EventId event;
  };
  struct Maps {                  // of one event, itself included
    std::vector<Entry> agents;   // by agent
    std::vector<Entry> objects;  // by object
    std::vector<Read> reads;     // since the last write of their object
    bool has_adds = false;       // some event of the history adds to an object
  };

  void catch_up();
  void add(EventId e);
  void merge(Maps& into, const Maps& from);
  static void put(std::vector<Entry>& map, const Entry& entry);
  static const Entry* find(const std::vector<Entry>& map, std::uint32_t key);
  void write(Maps& maps, EventId e, ObjectId object);
  [[nodiscard]] bool on_one_branch(NodeId a, NodeId b);
  [[nodiscard]] bool agree(const std::vector<Entry>& a, const std::vector<Entry>& b);
  [[nodiscard]] bool reads_agree(const Maps& a, const Maps& b);
  [[nodiscard]] std::vector<EventId> history_of(EventId e) const;
  [[nodiscard]] bool in_conflict_by_definition(EventId a, EventId b) const;
  [[nodiscard]] std::vector<Depths> depths(bool of_agents);

  const Unfolding& unfolding_;
  SkipTree<NodeId> forest_;
  std::vector<Maps> maps_;  // by event
  std::vector<EventId> event_of_node_;
  std::vector<std::uint32_t> tree_of_node_;  // agent, or object + 2^31
  Histogram causality_{};
  Histogram conflict_{};
};

}  // namespace skein
