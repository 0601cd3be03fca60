// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/wakeup_tree.hpp"

#include <algorithm>

namespace skein::dpor {

WakeupTrees::Tree WakeupTrees::make(KnownMoves::Number move) {
  if (free_ == kEmpty) {
    nodes_.push_back(Node{move, kEmpty, kEmpty});
    return static_cast<Tree>(nodes_.size() - 1);
  }
  const Tree node = free_;
  free_ = nodes_[node].next;
  nodes_[node] = Node{move, kEmpty, kEmpty};
  return node;
}

void WakeupTrees::free(Tree node) {
  nodes_[node].next = free_;
  free_ = node;
}

void WakeupTrees::free_all(Tree& tree) {
  if (tree == kEmpty) return;
  stack_.push_back(tree);
  tree = kEmpty;
  while (!stack_.empty()) {
    Tree node = stack_.back();
    stack_.pop_back();
    while (node != kEmpty) {
      if (nodes_[node].child != kEmpty) stack_.push_back(nodes_[node].child);
      const Tree next = nodes_[node].next;
      free(node);
      node = next;
    }
  }
}

// What is left of v, as a chain of nodes. Makes `end` at least the position of its last step.
WakeupTrees::Tree WakeupTrees::make_branch(const Reversal& v, const Trace& trace, Position& end) {
  Tree first = kEmpty;
  Tree tip = kEmpty;
  const auto append = [&](const KnownMove& move) {
    const Tree node = make(moves_.number_of(move));
    if (tip == kEmpty) {
      first = node;
    } else {
      nodes_[tip].child = node;
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
  Tree parent = kEmpty;  // whose children are being looked at; none for the root
  Tree youngest = kEmpty;
  Tree node = tree;
  Position settled = 0;  // as far as the moves met so far go, if all of them are in v
  while (node != kEmpty) {
    // Siblings and children lie anywhere in the pool: ask for them while this one is examined.
    __builtin_prefetch(nodes_.data() + nodes_[node].next);
    __builtin_prefetch(nodes_.data() + nodes_[node].child);
    const KnownMove& move = moves_[nodes_[node].move];
    Position own = 0;
    const Reversal::Initial initial = v.initial(move, own);
    if (initial == Reversal::Initial::No) {
      youngest = node;
      node = nodes_[node].next;
      continue;
    }
    if (initial == Reversal::Initial::Yes) {
      v.consume(move);
      settled = std::max(settled, own);
    } else {
      settled = kNowhere;  // a later step may depend on the move
    }
    if (nodes_[node].child == kEmpty) {
      v.restore();
      return settled;
    }
    parent = node;
    youngest = kEmpty;
    node = nodes_[node].child;
  }
  const Tree branch = make_branch(v, trace, settled);
  v.restore();
  if (youngest != kEmpty) {
    nodes_[youngest].next = branch;
  } else if (parent != kEmpty) {
    nodes_[parent].child = branch;
  } else {
    tree = branch;
  }
  return settled;
}

}  // namespace skein::dpor
