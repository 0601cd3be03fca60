// SPDX-License-Identifier: Apache-2.0
// Chains: the order of writes to each component of the state.
//
// Every component (an agent's local state, an object's value) has a tree of the events that wrote
// it; an event's parent is the write it saw. In one configuration the writes of a component form a
// path, a chain. So two configurations fit together iff for every component their last writes lie
// on one branch (and no read is in the way, see View).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "core/skip_tree.hpp"
#include "core/states.hpp"

namespace skein {

using ComponentId = Id<struct ComponentTag>;
using ChainId = Id<struct ChainTag>;              // a node: one write of one component
using PrefixEventId = Id<struct PrefixEventTag>;  // an event of a Prefix; none: before all events

class Chains {
 public:
  // A next write, with the data that rules out most candidates: another component that its event
  // touched (an object in an agent's chain, the agent in an object's), the write of it that the
  // event saw, and the depth of that write. Lists of children are long and few fit, so most events
  // are never read.
  struct Child {
    ChainId node;
    ComponentId other;
    ChainId saw;
    std::uint32_t depth = 0;
  };

  struct Node {
    ComponentId component;
    PrefixEventId event;  // none: the initial value
    ChainId parent;
    ValueId value;  // the value written
    std::vector<PrefixEventId> readers;
    std::vector<Child> children;
  };

  [[nodiscard]] const Node& operator[](ChainId n) const { return nodes_[n.index()]; }

  ChainId add_root(ComponentId component, ValueId value) {
    const ChainId n{nodes_.size()};
    Node& node = nodes_.emplace_back();
    node.component = component;
    node.value = value;
    links_.add(ChainId{}, 0U);
    hashes_.push_back(0);
    return n;
  }

  ChainId add(ChainId parent, PrefixEventId event, ValueId value, std::uint64_t hash, bool is_own) {
    const ChainId n{nodes_.size()};
    nodes_.emplace_back();
    Node& node = nodes_.back();
    node.component = nodes_[parent.index()].component;
    node.event = event;
    node.parent = parent;
    node.value = value;
    links_.add(parent, links_.extra(parent) + (is_own ? 1U : 0U));
    hashes_.push_back(hash);
    return n;
  }

  // Adds n to its parent's children. REQUIRES: not done before.
  void add_child(ChainId n, ComponentId other, ChainId saw) {
    const std::uint32_t depth = saw.is_none() ? 0 : links_.depth(saw);
    nodes_[nodes_[n.index()].parent.index()].children.push_back(Child{n, other, saw, depth});
  }

  void add_reader(ChainId n, PrefixEventId reader) { nodes_[n.index()].readers.push_back(reader); }

  // The ancestor of n (or n itself) at this depth. REQUIRES depth <= n's.
  [[nodiscard]] ChainId ancestor_at(ChainId n, std::uint32_t depth) const {
    return links_.ancestor_at(n, depth);
  }

  [[nodiscard]] bool is_ancestor_or_same(ChainId a, ChainId b) const {
    return links_.is_ancestor_or_same(a, b);
  }

  // Calls visit(n) for `from` and every node below it. `visit` adds no nodes.
  template <class Visit>
  void for_each_from(ChainId from, Visit visit) const {
    std::vector<ChainId> open{from};
    while (!open.empty()) {
      const ChainId n = open.back();
      open.pop_back();
      for (const Child& child : nodes_[n.index()].children) open.push_back(child.node);
      visit(n);
    }
  }

  [[nodiscard]] ChainId parent(ChainId n) const { return links_.parent(n); }
  [[nodiscard]] std::uint32_t depth(ChainId n) const { return links_.depth(n); }
  // In an agent's chain: how many of the events up to n are the agent's own.
  [[nodiscard]] std::uint32_t own(ChainId n) const { return links_.extra(n); }
  // The node's contribution to the hash of a state; 0 for the initial value.
  [[nodiscard]] std::uint64_t hash(ChainId n) const { return hashes_[n.index()]; }

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  std::vector<Node> nodes_;
  // The data for walking up, close together: such walks are most of the work. The extra number is
  // own().
  SkipTree<ChainId, std::uint32_t> links_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace skein
