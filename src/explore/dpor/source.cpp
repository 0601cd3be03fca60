// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/source.hpp"

#include "core/check.hpp"

namespace skein {

using dpor::KnownMove;
using dpor::Position;
using dpor::Reversal;

void SourceDpor::turn() {
  const std::uint32_t entry = left_.back();
  const KnownMove move = pool_[entry].move;
  left_.back() = pool_[entry].next;
  pool_[entry].next = free_;
  free_ = entry;

  plan_.prefix.push_back(move.move);
  sleep_.step(branch_, move);
  for (const KnownMove& m : sleep_.at(branch_ + 1)) plan_.sleep.push_back(Sleeper{m.move, m.op});
}

void SourceDpor::extend(const Run& run) {
  // Where the planned move met a bound, the other moves may still be possible.
  left_.resize(run.steps.size() + (run.steps.size() < plan_.prefix.size() ? 1 : 0), kNothing);
  for (Position i = branch_; i < trace_.size(); ++i) sleep_.step(i, known_move(trace_[i]));
}

Position SourceDpor::note(Reversal& v) {
  Position own = 0;
  const Position e = v.branch();
  for (const KnownMove& asleep : sleep_.at(e)) {
    if (v.initial(asleep, own) != Reversal::Initial::Yes) continue;
    log_reversal(e, v.last().move, "explored before, asleep");
    return own;
  }
  for (std::uint32_t b = left_[e]; b != kNothing; b = pool_[b].next) {
    if (v.initial(pool_[b].move, own) != Reversal::Initial::Yes) continue;
    log_reversal(e, v.last().move, "planned already");
    return own;
  }
  const KnownMove first = v.first();
  log_reversal(e, v.last().move, "added");
  std::uint32_t entry = free_;
  if (entry == kNothing) {
    entry = static_cast<std::uint32_t>(pool_.size());
    pool_.emplace_back();
  } else {
    free_ = pool_[entry].next;
  }
  pool_[entry] = Backtrack{first, left_[e]};
  left_[e] = entry;
  return 0;
}

}  // namespace skein
