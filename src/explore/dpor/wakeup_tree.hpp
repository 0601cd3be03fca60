// SPDX-License-Identifier: Apache-2.0
// Wakeup trees: which sequences of moves are still to be explored from a position.
//
// A tree is an ordered list of subtrees, each beginning with a move; a path from the root to a leaf
// is a sequence to be explored [EDPOR Sec.3.1; Optimal-DPOR Def. 6.1]. A sequence v is inserted by
// going down, at every node to the first child that can come first in, or before, the rest of v. If
// that leads to a leaf, the leaf will explore v too, and nothing is added. Where no child fits, the
// rest of v becomes the last child.
//
// All trees of an exploration share one pool of nodes with a free list, 12 bytes per node: a walk
// down a tree is bound by memory, not by computation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/dpor/known_moves.hpp"
#include "explore/dpor/reversal.hpp"
#include "explore/dpor/trace.hpp"

namespace skein::dpor {

class WakeupTrees {
 public:
  // A node, or the list of a node and its younger siblings.
  using Tree = BacktrackId;

  // Inserts v into the tree whose first child is `tree`, unless the tree contains it already. May
  // consume v. Returns the position p such that the insertion need not be repeated for runs that
  // agree with this one up to p; may be none.
  Position insert(Tree& tree, Reversal& v, const Trace& trace);

  [[nodiscard]] const KnownMove& move(Tree node) const { return moves_[nodes_[node.index()].move]; }
  [[nodiscard]] Tree next(Tree node) const { return nodes_[node.index()].next; }
  [[nodiscard]] Tree child(Tree node) const { return nodes_[node.index()].child; }

  // Frees one node; the caller handles its children and siblings.
  void free(Tree node);
  // Frees a list with everything below it; leaves it empty.
  void free_all(Tree& tree);

  [[nodiscard]] std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + moves_.bytes();
  }

 private:
  struct Node {
    KnownMoveId move;
    Tree child;
    Tree next;
  };

  [[nodiscard]] Tree make(KnownMoveId move);
  [[nodiscard]] Tree make_branch(const Reversal& v, const Trace& trace, Position& end);

  KnownMoves moves_;
  std::vector<Node> nodes_;
  Tree free_;
  std::vector<Tree> stack_;
};

}  // namespace skein::dpor
