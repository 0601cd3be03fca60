// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/races.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace skein::dpor {

namespace {

bool writes_gate(const Operation& op) { return access(op, gate_object(op)) == Access::Write; }

}  // namespace

// Begins the search for the races of an operation: what all operations have in common.
void Races::seek(const KnownMove& move, Position at) {
  firsts_.clear();
  second_.move = move;
  // The number of choices may differ elsewhere; the first is always there, and leads to the others.
  second_.move.move.choice = 0;
  second_.at = at;
  second_.limit = at == kNowhere ? trace_->size() : at;
  second_.previous = move.index == 0 ? kNowhere : trace_->step_of(move.move.agent, move.index - 1);
  second_.needs_enabler = needs_enabler(move.op.kind);
  second_.needs_gate = needs_gate(move.op.kind);
}

void Races::find(Position step) {
  const Item& item = (*trace_)[step];
  seek(known_move(item), step);
  if (item.access[0] == Access::None) return;
  second_.enabler = item.enabler;
  if (item.enabler == kNowhere) second_.needs_enabler = false;  // main's start
  // Executed through a closed gate: by its holder, who needs no gate.
  if (!item.gate_before) second_.needs_gate = false;
  second_.excludes_readers = second_.needs_gate && writes_gate(item.op);
  walk(item.previous[0], item.access[0]);
  walk(item.previous[1], item.access[1]);
  keep_latest();
}

void Races::find(const Pending& pending) {
  seek(KnownMove{Move{pending.agent, 0}, pending.op, trace_->steps_of(pending.agent)}, kNowhere);
  const std::array<Access, 2> access = accesses(pending.op);
  if (access[0] == Access::None) return;
  second_.enabler = pending.enabler.value;
  if (second_.needs_enabler && second_.enabler == kNowhere) return;  // possible nowhere
  second_.excludes_readers = second_.needs_gate && writes_gate(pending.op);
  walk(trace_->last_touch(pending.op.first), access[0]);
  if (access[1] != Access::None) walk(trace_->last_touch(pending.op.second), access[1]);
  keep_latest();
}

// Walks back over the touches of one object and collects the candidates that can be reversed. Every
// earlier touch happens before a write, so a write that can be reversed, or that happens before
// the previous step, ends the walk; and a write has no say once a later read was collected.
void Races::walk(Touch from, Access access) {
  if (access == Access::None) return;
  const Trace& trace = *trace_;
  const AgentId agent = second_.move.move.agent;
  const std::size_t before = firsts_.size();
  Touch t = access == Access::Read ? trace.write_at_or_before(from) : from;
  while (t != kNoTouch) {
    const Position d = position(t);
    const bool is_write = trace.access_of(t) == Access::Write;
    const bool is_settled = trace[d].agent == agent ||
                            (second_.previous != kNowhere && trace.is_before(d, second_.previous));
    if (is_write && (is_settled || firsts_.size() != before)) return;
    if (!is_settled && is_possible(d, second_.limit, scratch_)) {
      firsts_.push_back(d);
      if (is_write) return;
    }
    t = access == Access::Read ? trace.last_write(t) : trace.previous(t);
  }
}

void Races::keep_latest() {
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

void Races::reverse(Position first, Position end, Reversal& reversal) const {
  if (has_to_release()) {
    check(is_possible(first, end, reversal), "a race was found that cannot be reversed");
  } else {
    reversal.start(second_.move, second_.at, end);
    reversal.remove(first);
  }
}

// Whether the operation can be executed after the steps that do not happen after d. Leaves in
// `reversal` how.
bool Races::is_possible(Position d, Position end, Reversal& reversal) const {
  reversal.start(second_.move, second_.at, end);
  reversal.remove(d);
  if (!keeps_needs(reversal)) return false;
  if (!second_.needs_gate) return true;
  if (!is_gate_open(d, reversal)) return false;
  return !has_to_release() || release_holds(reversal);
}

bool Races::keeps_needs(const Reversal& reversal) const {
  if (second_.previous != kNowhere && !reversal.keeps(second_.previous)) return false;
  if (!second_.needs_enabler) return true;
  if (!reversal.keeps(second_.enabler)) return false;
  // In a mailbox that keeps the order the enabler is the end of the message before; the message
  // must have been posted all the same.
  if (second_.move.op.kind != OpKind::MessageBegin) return true;
  const Touch post = write_before(second_.move.op.second);
  return post == kNoTouch || reversal.keeps(position(post));
}

// The last touch of an object before the operation, and the last write.
Touch Races::touch_before(ObjectId object) const {
  Touch t = trace_->last_touch(object);
  while (t != kNoTouch && position(t) >= second_.limit) t = trace_->previous(t);
  return t;
}

Touch Races::write_before(ObjectId object) const {
  return trace_->write_at_or_before(touch_before(object));
}

// Whether the gate is open after H, not counting shared holders. The writes of an object are
// ordered, so those in H are the first so many, and the last of them left the gate as it is.
bool Races::is_gate_open(Position d, const Reversal& reversal) const {
  const Trace& trace = *trace_;
  const ObjectId gate = gate_object(second_.move.op);
  if (gate_object(trace[d].op) == gate) return trace[d].gate_before;
  Touch t = write_before(gate);
  Touch undone = kNoTouch;
  while (t != kNoTouch && !reversal.keeps(position(t))) {
    undone = t;
    t = trace.last_write(t);
  }
  if (t != kNoTouch) return trace[position(t)].gate_after;
  if (undone != kNoTouch) return trace[position(undone)].gate_before;
  // Nobody ever wrote the gate: it is as at the start, and the operation, or a reader, saw it.
  const Touch reader = touch_before(gate);
  if (reader != kNoTouch) return trace[position(reader)].gate_before;
  return second_.limit < trace.size();
}

// Leaves out of H every shared hold of the gate that H does not release. False if that takes away
// what the operation needs.
bool Races::release_holds(Reversal& reversal) const {
  for (;;) {
    const Position hold = unreleased(reversal);
    if (hold == kNowhere) return true;
    reversal.remove(hold);
    if ((*trace_)[hold].agent == second_.move.move.agent || !keeps_needs(reversal)) {
      return false;
    }
  }
}

// The first step with which some agent, in H, takes a shared hold of the gate that it does not give
// back.
Position Races::unreleased(const Reversal& reversal) const {
  const Trace& trace = *trace_;
  // The reads in H since somebody last held the gate alone, the latest first. A failed try to do
  // so writes the gate too, but readers go on holding across it.
  holds_.clear();
  for (Touch t = touch_before(gate_object(second_.move.op)); t != kNoTouch; t = trace.previous(t)) {
    const Position x = position(t);
    if (!reversal.keeps(x)) continue;
    const bool is_failed_try = trace[x].gate_before && trace[x].gate_after;
    if (trace.access_of(t) == Access::Write && !is_failed_try) break;
    if (trace[x].shared != 0) holds_.push_back(x);
  }
  while (!holds_.empty()) {
    const AgentId agent = trace[holds_.front()].agent;
    int held = 0;
    Position first = kNowhere;
    for (std::size_t i = holds_.size(); i > 0; --i) {
      const Position x = holds_[i - 1];
      if (trace[x].agent != agent) continue;
      if (held == 0) first = x;
      held += trace[x].shared;
    }
    if (held > 0) return first;
    std::erase_if(holds_, [&](Position x) { return trace[x].agent == agent; });
  }
  return kNowhere;
}

}  // namespace skein::dpor
