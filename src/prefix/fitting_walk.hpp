// SPDX-License-Identifier: Apache-2.0
// Finds what fits the history of a new event e: all nodes of the chains that are neither in it nor
// in conflict with it. The walk goes down the chains of the other agents from their nodes in [e].
// It ends where an agent's next step clashes with e: no event has e in its history yet, so
// everything beyond is in conflict with e, and it is there that e makes new events possible.
//
// Whether a node fits is decided from its causes, which have smaller numbers and so are visited
// before it: an event fits [e] iff each of its causes does, and what it touches is as its causes
// left it. So the cost depends on what the event touches, not on the number of components.
//
// Few children of a node fit, often only one. Where there are many, they are looked up by the write
// they saw, for each write that fits: those known when the node is visited, and those found later,
// for which the node is kept as a seeker.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "prefix/prefix.hpp"

namespace skein {

class FittingWalk {
 public:
  FittingWalk(Prefix& prefix, const PrefixOptions& options) : prefix_(prefix), options_(options) {}

  // Walks around e. False if the walk gets too long. `moved`: the agents that e moved.
  [[nodiscard]] bool run(PrefixEventId e, std::span<const ComponentId> moved);

  // After run: the nodes at which an agent's next step clashes with e.
  [[nodiscard]] const std::vector<ChainId>& clashing() const { return clashing_; }
  // After a complete run: the writes and reads of a component that fit [e] and are not in [e].
  [[nodiscard]] const std::vector<ChainId>& writes(ComponentId c) { return fitting(c).writes; }
  [[nodiscard]] const std::vector<PrefixEventId>& readers(ComponentId c) {
    return fitting(c).readers;
  }

  // Must be called for each attached event, in the order of attaching.
  void enter(PrefixEventId e);

 private:
  struct Mixed {
    std::size_t operator()(std::uint64_t key) const { return mix64(key); }
  };

  // The fitting nodes of one component.
  struct Fitting {
    std::uint32_t walk = 0;  // the walk that filled it; of an earlier walk: counts as empty
    std::vector<ChainId> writes;
    std::vector<PrefixEventId> readers;
    std::vector<ChainId> seekers;  // nodes whose children are looked up by the write they see
  };

  [[nodiscard]] static std::uint64_t pair_of(ChainId a, ChainId b) {
    return (static_cast<std::uint64_t>(a.value) << 32U) + b.value;
  }
  [[nodiscard]] bool visit(ChainId p, PrefixEventId e);
  void list_children(ChainId p, const View& v);
  void look_up_children(ChainId p, ChainId saw);
  void take(PrefixEventId f);
  [[nodiscard]] bool fits(const View& v, PrefixEventId f) const;
  [[nodiscard]] bool is_taken(ChainId n) const { return taken_[n.index()] == walk_; }
  [[nodiscard]] Fitting& fitting(ComponentId c);
  void push_candidate(ChainId n);

  Prefix& prefix_;
  const PrefixOptions& options_;
  std::uint32_t walk_ = 0;
  std::vector<std::uint32_t> taken_;  // by node: the last walk in which it was found to fit
  std::deque<Fitting> fitting_;       // by component; references stay valid
  std::vector<ChainId> candidates_;   // a heap, smallest first
  std::size_t passed_ = 0;
  std::vector<ChainId> clashing_;
  // The children of a node in an agent's chain, by the write they saw; only for nodes with many.
  tsl::robin_map<std::uint64_t, std::vector<ChainId>, Mixed> children_by_saw_;
};

}  // namespace skein
