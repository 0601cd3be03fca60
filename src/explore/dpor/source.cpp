// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/source.hpp"

namespace skein {

using dpor::BacktrackId;
using dpor::KnownMove;
using dpor::Position;
using dpor::Reversal;

void SourceDpor::descend() {
  const BacktrackId first = backtrack_.back();
  const KnownMove move = entry(first).move;
  backtrack_.back() = entry(first).next;
  entry(first).next = free_;
  free_ = first;

  plan_.prefix.push_back(move.move);
  sleep_.step(branch_, move);
  Position after = branch_;
  for (const KnownMove& m : sleep_.at(++after)) plan_.sleep.push_back(Sleeper{m.move, m.op});
}

void SourceDpor::extend(const Run& run) {
  // If the planned move met a bound, the other moves may still be possible.
  backtrack_.resize(run.steps.size() + (run.steps.size() < plan_.prefix.size() ? 1 : 0));
  for (Position i = branch_; i < trace_.size(); ++i) sleep_.step(i, known_move(trace_[i]));
}

Position SourceDpor::add_backtrack(Reversal& v) {
  Position own;
  for (const KnownMove& asleep : sleep_.at(v.branch())) {
    if (v.initial(asleep, own) != Reversal::Initial::Yes) continue;
    log_reversal(v.branch(), v.last().move, "explored before, asleep");
    return own;
  }
  BacktrackId& set = backtrack_at(v.branch());
  for (BacktrackId b = set; !b.is_none(); b = entry(b).next) {
    if (v.initial(entry(b).move, own) != Reversal::Initial::Yes) continue;
    log_reversal(v.branch(), v.last().move, "planned already");
    return own;
  }
  log_reversal(v.branch(), v.last().move, "added");
  BacktrackId added = free_;
  if (added.is_none()) {
    added = BacktrackId{pool_.size()};
    pool_.emplace_back();
  } else {
    free_ = entry(added).next;
  }
  entry(added) = Backtrack{v.first(), set};
  set = added;
  return Position{0U};
}

}  // namespace skein
