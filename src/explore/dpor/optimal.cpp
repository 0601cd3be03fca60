// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/optimal.hpp"

namespace skein {

using dpor::KnownMove;
using dpor::Position;
using dpor::Reversal;
using dpor::WakeupTrees;

// Explore(E.p) has returned: explore the next child of the tree.
void OptimalDpor::descend() {
  WakeupTrees::Tree node = backtrack_.back();
  backtrack_.pop_back();
  for (Position i = branch_; !node.is_none(); ++i) {
    const KnownMove& move = trees_.move(node);
    plan_.prefix.push_back(move.move);
    backtrack_.push_back(trees_.next(node));
    sleep_.step(i, move);
    const WakeupTrees::Tree below = trees_.child(node);
    trees_.free(node);
    node = below;
  }
  if (!sleep_.at(Position{plan_.prefix.size()}).empty()) {
    fail("something is asleep after a wakeup sequence");
  }
}

void OptimalDpor::extend(const Run& run) {
  if (run.end == End::Asleep) fail("a run was redundant");
  // If a move of the prefix met a bound, its siblings may still be possible, but nothing below it
  // is.
  std::size_t kept = run.steps.size();
  if (kept < plan_.prefix.size()) ++kept;
  for (std::size_t i = kept; i < backtrack_.size(); ++i) trees_.free_all(backtrack_[i]);
  backtrack_.resize(kept);
}

Position OptimalDpor::add_backtrack(Reversal& v) {
  Position own;
  bool is_redundant = false;
  for (const KnownMove& asleep : sleep_.at(v.branch())) {
    switch (v.initial(asleep, own)) {
      // It comes first in every sequence that begins like v.
      case Reversal::Initial::Yes:
        log_reversal(v.branch(), v.last().move, "explored before, asleep");
        return own;
      // A later step may depend on it.
      case Reversal::Initial::Weak: is_redundant = true; break;
      case Reversal::Initial::No: break;
    }
  }
  log_reversal(v.branch(), v.last().move,
               is_redundant ? "redundant, a weak initial is asleep" : "to the wakeup tree");
  return is_redundant ? Position{} : trees_.insert(backtrack_at(v.branch()), v, trace_);
}

}  // namespace skein
