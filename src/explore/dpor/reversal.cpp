// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/reversal.hpp"

namespace skein::dpor {

// Whether v contains, among the touches of one object from `before` back to E', a touch by another
// agent that clashes with `access`.
bool Reversal::has_dependent(AgentId agent, Access access, TouchId before) const {
  const Trace& trace = *trace_;
  TouchId t = trace.clash_at_or_before(before, access);
  while (!t.is_none() && position(t) >= branch_) {
    const Position x = position(t);
    if (trace[x].agent != agent && contains(x)) return true;
    t = trace.clash_before(t, access);
  }
  return false;
}

// Whether v has a step that depends on the move, before the given position (nowhere: anywhere).
// REQUIRES: the step at that position is that of the move.
bool Reversal::has_dependent(const KnownMove& move, Position before) const {
  const std::array<Access, 2> access = accesses(move.op);
  for (std::size_t slot = 0; slot < 2; ++slot) {
    if (access[slot] == Access::None) continue;
    const TouchId from = !before.is_none()
                             ? (*trace_)[before].previous[slot]
                             : trace_->last_touch(slot == 0 ? move.op.first : move.op.second);
    // Mostly the last touch is before E' already.
    if (from.is_none() || position(from) < branch_) continue;
    if (has_dependent(move.move.agent, access[slot], from)) return true;
  }
  return false;
}

// REQUIRES: the move is not that of the first step in v.
Reversal::Initial Reversal::other_initial(const KnownMove& move, Position& own) const {
  const AgentId agent = move.move.agent;
  if (agent == last_.move.agent && move.index == last_.index) {
    own = Position{0U};
    if (!contains_last() || move.move.choice != last_.move.choice) return Initial::No;
    // Later steps of the run that depend on the last step happen after it, and are not in v.
    return has_dependent(move, at_) ? Initial::No : Initial::Yes;
  }
  own = trace_->step_of(agent, move.index);
  if (!own.is_none() && contains(own)) {
    if ((*trace_)[own].choice != move.move.choice) return Initial::No;
    return has_dependent(move, own) ? Initial::No : Initial::Yes;
  }
  if (contains_last() && (agent == last_.move.agent || depends(move.op, last_.op))) {
    return Initial::No;
  }
  return has_dependent(move, Position{}) ? Initial::No : Initial::Weak;
}

KnownMove Reversal::first() { return front() < end_ ? known_move((*trace_)[front()]) : last_; }

}  // namespace skein::dpor
