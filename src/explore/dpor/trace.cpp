// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/trace.hpp"

#include "core/ensure.hpp"

namespace skein::dpor {

void Trace::follow(std::span<const Step> steps, std::size_t shared) {
  ensure(shared <= items_.size() && shared <= steps.size(), "a run shares more steps than it has");
  undo_to(shared);
  items_.reserve(steps.size());
  for (std::size_t i = shared; i < steps.size(); ++i) append(steps[i]);
}

void Trace::undo_to(std::size_t length) {
  while (items_.size() > length) {
    const Item& item = items_.back();
    positions_[item.agent.index()].pop_back();
    if (item.shared != 0) --shared_steps_;
    if (item.access[0] != Access::None) heads_[item.op.first.index()] = item.previous[0];
    if (item.access[1] != Access::None) heads_[item.op.second.index()] = item.previous[1];
    items_.pop_back();
  }
}

void Trace::join(std::uint32_t* row, Position with) const {
  const Item& item = (*this)[with];
  if (row[item.agent.index()] > item.index) return;  // known already
  clocks_.join(row, with);
}

// Joins the last touch that clashes with a step and, if it is a read or an add, those together with
// it: the touches of the same access since the last of another. They have all earlier touches of
// the object in their past.
void Trace::join_causes(std::uint32_t* row, TouchId last) const {
  if (last.is_none()) return;
  const TouchId end = access_of(last) == Access::Write ? previous(last) : last_clash(last);
  for (TouchId t = last; t != end; t = previous(t)) join(row, position(t));
}

void Trace::append(const Step& step) {
  if (step.agent.index() >= positions_.size()) positions_.resize(step.agent.index() + 1);
  const Position i = size();
  auto& own = positions_[step.agent.index()];
  std::uint32_t* const row = clocks_.push(i, step.agent, own.empty() ? Position{} : own.back());

  // Filled in place: a copy of an item that was just written would wait for each of its fields.
  Item& item = items_.emplace_back();
  item.agent = step.agent;
  item.index = static_cast<std::uint32_t>(own.size());
  item.op = step.op;
  item.choice = step.choice;
  item.choices = step.choices;
  item.enabler = step.enabler;
  item.gate_before = step.gate_before;
  item.gate_after = step.gate_after;
  item.shared = step.shared;
  item.may_be_idle = step.may_be_idle;
  item.seen = step.seen;
  item.operand = step.operand;
  item.access = accesses(step.op);
  if (item.shared != 0) ++shared_steps_;

  for (std::uint32_t slot = 0; slot < 2; ++slot) {
    if (item.access[slot] == Access::None) continue;
    const ObjectId object = slot == 0 ? step.op.first : step.op.second;
    if (object.index() >= heads_.size()) heads_.resize(object.index() + 1);
    const TouchId head = heads_[object.index()];
    item.previous[slot] = head;
    item.last_clash[slot] = clash_at_or_before(head, item.access[slot]);
    join_causes(row, item.last_clash[slot]);
    heads_[object.index()] = touch_of(i, slot);
  }
  row[step.agent.index()] = item.index + 1;
  own.push_back(i);
}

}  // namespace skein::dpor
