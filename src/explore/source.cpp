#include "explore/source.hpp"

#include "model/check.hpp"

namespace skein {

using dpor::KnownMove;
using dpor::Position;
using dpor::Reversal;

bool SourceDpor::turn() {
  while (!left_.empty() && left_.back() == kEnd) left_.pop_back();
  if (left_.empty()) return false;

  branch_ = static_cast<Position>(left_.size() - 1);
  if (branch_ < trace_.size()) sleep_.add(branch_, trace_[branch_]);
  replay(branch_);
  const std::uint32_t entry = left_.back();
  const KnownMove move = pool_[entry].move;
  left_.back() = pool_[entry].next;
  pool_[entry].next = free_;
  free_ = entry;

  plan_.prefix.push_back(move.move);
  sleep_.step(branch_, move);
  for (const KnownMove& m : sleep_.at(branch_ + 1)) plan_.sleep.push_back(Sleeper{m.move, m.op});
  return true;
}

Position SourceDpor::next_branch() const {
  std::size_t i = left_.size();
  while (i > 0 && left_[i - 1] == kEnd) --i;
  return static_cast<Position>(i == 0 ? 0 : i - 1);
}

void SourceDpor::extend(const Run& run) {
  // Where the planned move met a bound, the other moves may still be possible.
  left_.resize(run.steps.size() + (run.steps.size() < plan_.prefix.size() ? 1 : 0), kEnd);
  for (Position i = branch_; i < trace_.size(); ++i) sleep_.step(i, known_move(trace_[i]));
}

Position SourceDpor::note(Reversal& v) {
  Position own = 0;
  const Position e = v.branch();
  for (const KnownMove& asleep : sleep_.at(e)) {
    if (v.initial(asleep, own) == Reversal::Initial::Yes) return own;
  }
  for (std::uint32_t b = left_[e]; b != kEnd; b = pool_[b].next) {
    if (v.initial(pool_[b].move, own) == Reversal::Initial::Yes) return own;
  }
  const KnownMove first = v.first();
  std::uint32_t entry = free_;
  if (entry == kEnd) {
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
