// SPDX-License-Identifier: Apache-2.0
// Trees that answer "which ancestor of this node has that depth" in O(log depth).
//
// Besides its parent, a node has one jump pointer to a farther ancestor. The jumps have the lengths
// of a skew-binary counter: a node jumps over two equal jumps of its ancestors if there are such,
// else to its parent. So a node costs two pointers whatever its depth, and no walk up takes more
// than about 3 log2(depth) steps.
//
// All trees of one SkipTree share one arena; nodes are only added. `Extra` is data that a walk up
// needs, so it is stored next to the pointers.
//
// DEVIATION: [QPOR Sec.5.2] has pointers to the ancestors at distance s, s^2, ... for a skip step
// s. One jump pointer needs less memory and no parameter, and it is as fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skein {

struct NoExtra {};

template <class NodeId, class Extra = NoExtra>
class SkipTree {
 public:
  // Adds a node below `parent`, or a root if `parent` is none.
  NodeId add(NodeId parent, const Extra& extra = {}) {
    const NodeId id{nodes_.size()};
    if (parent.is_none()) {
      nodes_.push_back(Node{parent, id, 0, extra});
      return id;
    }
    const Node& up = nodes_[parent.index()];
    const Node& jump = nodes_[up.jump.index()];
    const bool is_double = up.depth - jump.depth == jump.depth - nodes_[jump.jump.index()].depth;
    const NodeId to = is_double ? jump.jump : parent;
    nodes_.push_back(Node{parent, to, up.depth + 1, extra});
    return id;
  }

  [[nodiscard]] std::uint32_t depth(NodeId n) const { return nodes_[n.index()].depth; }
  // None for a root.
  [[nodiscard]] NodeId parent(NodeId n) const { return nodes_[n.index()].parent; }
  [[nodiscard]] const Extra& extra(NodeId n) const { return nodes_[n.index()].extra; }

  // The ancestor of n (or n itself) at the given depth. REQUIRES depth <= depth(n).
  [[nodiscard]] NodeId ancestor_at(NodeId n, std::uint32_t depth) const {
    while (nodes_[n.index()].depth > depth) {
      const Node& node = nodes_[n.index()];
      n = nodes_[node.jump.index()].depth >= depth ? node.jump : node.parent;
    }
    return n;
  }

  [[nodiscard]] bool is_ancestor_or_same(NodeId a, NodeId b) const {
    const std::uint32_t d = depth(a);
    return d <= depth(b) && ancestor_at(b, d) == a;
  }

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::size_t bytes() const { return nodes_.capacity() * sizeof(Node); }
  void clear() { nodes_.clear(); }

 private:
  struct Node {
    NodeId parent;
    NodeId jump;  // a root jumps to itself
    std::uint32_t depth = 0;
    [[no_unique_address]] Extra extra;
  };

  std::vector<Node> nodes_;
};

}  // namespace skein
