// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/race_finder.hpp"

#include <algorithm>

#include "core/ensure.hpp"

namespace skein::dpor {

// H: the steps before the operation that a reversal keeps.
class RaceFinder::Kept {
 public:
  // `first` is the first step of the race.
  Kept(const RaceFinder& races, Position first, const Reversal& reversal)
      : trace_(*races.trace_), limit_(races.second_.limit), first_(first), reversal_(reversal) {}

  [[nodiscard]] bool contains(StepIndex p) const { return reversal_.keeps(p); }
  [[nodiscard]] const Item& step(StepIndex p) const { return trace_[p]; }

  template <class Visit>
  void visit_changes(ObjectId x, const Visit& visit) const {
    const Operation& op = trace_[first_].op;
    const TouchId own = touch_of(first_, op.first == x ? 0 : 1);
    // Other adds may come after an add without happening after it.
    if (gate_object(op) != x || trace_.access_of(own) == Access::Add) {
      return trace_.visit_changes(touch_before(x), visit);
    }
    if (visit(first_, trace_.access_of(own))) {
      trace_.visit_changes(trace_.previous(own), visit);
    }
  }
  template <class Visit>
  void visit_touches(ObjectId x, const Visit& visit) const {
    trace_.visit_touches(touch_before(x), visit);
  }

 private:
  [[nodiscard]] TouchId touch_before(ObjectId x) const {
    TouchId t = trace_.last_touch(x);
    while (!t.is_none() && position(t) >= limit_) t = trace_.previous(t);
    return t;
  }

  const Trace& trace_;
  Position limit_;
  Position first_;
  const Reversal& reversal_;
};

// Begins the search for the races of an operation: the part that all operations share.
void RaceFinder::seek(const KnownMove& move, Position at, Position enabler) {
  firsts_.clear();
  second_.move = move;
  // The number of choices may differ elsewhere; the first always exists and leads to the others.
  second_.move.move.choice = 0;
  second_.at = at;
  second_.limit = at.is_none() ? trace_->size() : at;
  second_.needs = needs_of(move.op, trace_->step_before(move.move.agent, move.index), enabler);
  if (!trace_->has_shared_holds()) second_.needs.excludes_readers = false;
}

void RaceFinder::find(Position step) {
  const Item& item = (*trace_)[step];
  seek(known_move(item), step, item.enabler);
  second_.attempt = attempt_of(item);
  walk(item.previous[0], item.access[0]);
  walk(item.previous[1], item.access[1]);
  keep_latest();
}

void RaceFinder::find(const Pending& pending) {
  seek(KnownMove{Move{pending.agent, 0}, pending.op, trace_->steps_of(pending.agent)}, Position{},
       pending.enabler);
  second_.attempt = attempt_of(pending);
  if (needs_enabler(pending.op.kind) && pending.enabler.is_none()) return;  // never possible
  second_.needs.is_blocked = !pending.is_enabled;
  const std::array<Access, 2> access = accesses(pending.op);
  if (access[0] != Access::None) walk(trace_->last_touch(pending.op.first), access[0]);
  if (access[1] != Access::None) walk(trace_->last_touch(pending.op.second), access[1]);
  keep_latest();
}

// Walks back over the touches of one object that clash and collects the candidates that can be
// reversed. Every earlier touch happens before a write, so a write that can be reversed, or that
// happens before the previous step, ends the walk; and a write is not a candidate once a later
// touch was collected.
void RaceFinder::walk(TouchId from, Access access) {
  if (access == Access::None) return;
  const Trace& trace = *trace_;
  const AgentId agent = second_.move.move.agent;
  const Position previous = second_.needs.previous;
  const std::size_t before = firsts_.size();
  TouchId t = trace.clash_at_or_before(from, access);
  while (!t.is_none()) {
    const Position d = position(t);
    const bool is_write = trace.access_of(t) == Access::Write;
    const bool is_ordered =
        trace[d].agent == agent || (!previous.is_none() && trace.is_before(d, previous));
    if (is_write && (is_ordered || firsts_.size() != before)) return;
    if (!is_ordered && is_possible(d, second_.limit, scratch_)) {
      firsts_.push_back(d);
      if (is_write) return;
    }
    t = trace.clash_before(t, access);
  }
}

void RaceFinder::keep_latest() {
  if (firsts_.size() < 2) return;
  std::sort(firsts_.begin(), firsts_.end());
  firsts_.erase(std::unique(firsts_.begin(), firsts_.end()), firsts_.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < firsts_.size(); ++i) {
    bool is_latest = true;
    for (std::size_t j = i + 1; j < firsts_.size() && is_latest; ++j) {
      is_latest = !trace_->is_before(firsts_[i], firsts_[j]);
    }
    if (is_latest) firsts_[kept++] = firsts_[i];
  }
  firsts_.resize(kept);
}

void RaceFinder::reverse(Position first, Position end, Reversal& reversal) const {
  if (second_.needs.excludes_readers) {
    ensure(is_possible(first, end, reversal), "a race was found that cannot be reversed");
  } else {
    reversal.start(second_.move, second_.at, end);
    reversal.remove(first);
  }
  if (second_.attempt.may_be_idle) {
    reversal.set_operation(operation_after(Kept(*this, first, reversal), second_.attempt));
  }
}

// Whether the operation can be executed after the steps that do not happen after d and, if it
// writes a gate, without the shared holds that those steps do not release. `reversal` receives the
// removed steps.
bool RaceFinder::is_possible(Position d, Position end, Reversal& reversal) const {
  reversal.start(second_.move, second_.at, end);
  reversal.remove(d);
  const Kept history(*this, d, reversal);
  for (;;) {
    const Obstacle obstacle = oracle_.obstacle(second_.needs, history);
    if (obstacle.kind == Obstacle::Kind::None) return true;
    if (obstacle.kind != Obstacle::Kind::SharedHold) return false;
    const Position hold = obstacle.step;
    if ((*trace_)[hold].agent == second_.move.move.agent) return false;
    reversal.remove(hold);
  }
}

}  // namespace skein::dpor
