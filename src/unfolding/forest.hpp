// SPDX-License-Identifier: Apache-2.0
// Trees with skip pointers: is one node an ancestor of another, in O(log depth) [QPOR Sec.5.2].
//
// A node at depth d has, besides its parent, pointers to its ancestors at distance s, s^2, ... as
// many as d has trailing zeros in base s. The nodes of all trees live in one arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/check.hpp"
#include "core/ids.hpp"

namespace skein {

using NodeId = Id<struct NodeTag>;

class Forest {
 public:
  explicit Forest(std::uint32_t step = 4) : step_(step) {
    check(step >= 2, "the skip step must be at least 2");
  }

  // A new node below `parent`, or a new root if that is none.
  NodeId add(NodeId parent) {
    const NodeId id{nodes_.size()};
    Node node{parent, parent.is_none() ? 0 : nodes_[parent.index()].depth + 1,
              static_cast<std::uint32_t>(skips_.size())};
    std::uint64_t distance = step_;
    nodes_.push_back(node);
    while (node.depth > 0 && node.depth % distance == 0) {
      skips_.push_back(ancestor_at(id, node.depth - static_cast<std::uint32_t>(distance)));
      distance *= step_;
    }
    return id;
  }

  [[nodiscard]] std::uint32_t depth(NodeId n) const { return nodes_[n.index()].depth; }
  [[nodiscard]] NodeId parent(NodeId n) const { return nodes_[n.index()].parent; }

  // The ancestor of n (or n itself) at the given depth. REQUIRES depth <= depth(n).
  [[nodiscard]] NodeId ancestor_at(NodeId n, std::uint32_t depth) const {
    while (nodes_[n.index()].depth > depth) {
      const Node& node = nodes_[n.index()];
      const std::size_t end =
          n.index() + 1 < nodes_.size() ? nodes_[n.index() + 1].skips : skips_.size();
      NodeId to = node.parent;
      // The farthest pointer that does not overshoot.
      for (std::size_t i = end; i > node.skips; --i) {
        if (nodes_[skips_[i - 1].index()].depth >= depth) {
          to = skips_[i - 1];
          break;
        }
      }
      n = to;
    }
    return n;
  }

  [[nodiscard]] bool is_ancestor_or_same(NodeId a, NodeId b) const {
    return depth(a) <= depth(b) && ancestor_at(b, depth(a)) == a;
  }

  [[nodiscard]] std::uint32_t step() const { return step_; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + skips_.capacity() * sizeof(NodeId);
  }

 private:
  struct Node {
    NodeId parent;
    std::uint32_t depth = 0;
    std::uint32_t skips = 0;  // where its skip pointers start; they end where the next node's start
  };

  std::uint32_t step_;
  std::vector<Node> nodes_;
  std::vector<NodeId> skips_;
};

}  // namespace skein
