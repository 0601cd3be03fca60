// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/wakeup_tree.hpp"

#include <algorithm>

namespace skein::dpor {

WakeupTrees::Tree WakeupTrees::make(KnownMoveId move) {
  if (free_.is_none()) {
    nodes_.push_back(Node{move, Tree{}, Tree{}});
    return Tree{nodes_.size() - 1};
  }
  const Tree node = free_;
  free_ = nodes_[node.index()].next;
  nodes_[node.index()] = Node{move, Tree{}, Tree{}};
  return node;
}

void WakeupTrees::free(Tree node) {
  nodes_[node.index()].next = free_;
  free_ = node;
}

void WakeupTrees::free_all(Tree& tree) {
  if (tree.is_none()) return;
  stack_.push_back(tree);
  tree = Tree{};
  while (!stack_.empty()) {
    Tree node = stack_.back();
    stack_.pop_back();
    while (!node.is_none()) {
      if (!nodes_[node.index()].child.is_none()) stack_.push_back(nodes_[node.index()].child);
      const Tree next = nodes_[node.index()].next;
      free(node);
      node = next;
    }
  }
}

// The rest of v, as a chain of nodes. Raises `end` to at least the position of its last step.
WakeupTrees::Tree WakeupTrees::make_branch(const Reversal& v, const Trace& trace, Position& end) {
  Tree first;
  Tree tip;
  const auto append = [&](const KnownMove& move) {
    const Tree node = make(moves_.number_of(move));
    if (tip.is_none()) {
      first = node;
    } else {
      nodes_[tip.index()].child = node;
    }
    tip = node;
  };
  for (Position x = v.branch(); x < trace.size(); ++x) {
    if (!v.contains(x)) continue;
    append(known_move(trace[x]));
    end = std::max(end, x);
  }
  if (v.contains_last()) append(v.last());
  return first;
}

Position WakeupTrees::insert(Tree& tree, Reversal& v, const Trace& trace) {
  // [Optimal-DPOR Def. 6.2]: the smallest node that agrees with v. Links are kept as node numbers,
  // since making nodes moves the pool.
  Tree parent;  // the node whose children are examined; none for the root
  Tree youngest;
  Tree node = tree;
  Position decided{0U};  // as far as the moves met so far go, if all of them are in v
  while (!node.is_none()) {
    // Siblings and children are anywhere in the pool: prefetch them while this node is examined.
    __builtin_prefetch(nodes_.data() + nodes_[node.index()].next.index());
    __builtin_prefetch(nodes_.data() + nodes_[node.index()].child.index());
    const KnownMove& move = moves_[nodes_[node.index()].move];
    Position own;
    const Reversal::Initial initial = v.initial(move, own);
    if (initial == Reversal::Initial::No) {
      youngest = node;
      node = nodes_[node.index()].next;
      continue;
    }
    if (initial == Reversal::Initial::Yes) {
      v.consume(move);
      decided = std::max(decided, own);
    } else {
      decided = Position{};  // a later step may depend on the move
    }
    if (nodes_[node.index()].child.is_none()) {
      v.restore();
      return decided;
    }
    parent = node;
    youngest = Tree{};
    node = nodes_[node.index()].child;
  }
  const Tree branch = make_branch(v, trace, decided);
  v.restore();
  if (!youngest.is_none()) {
    nodes_[youngest.index()].next = branch;
  } else if (!parent.is_none()) {
    nodes_[parent.index()].child = branch;
  } else {
    tree = branch;
  }
  return decided;
}

}  // namespace skein::dpor
