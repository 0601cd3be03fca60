// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/trace.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace skein::dpor {

void Trace::follow(std::span<const Step> steps, std::size_t shared) {
  check(shared <= items_.size() && shared <= steps.size(), "a run shares more steps than it has");
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

// Rows get wider when more agents appear than ever before: rare, and all rows are copied.
void Trace::widen(std::size_t agents) {
  positions_.resize(agents);
  if (agents <= stride_) return;
  const std::size_t wide = std::max(agents, 2 * stride_);
  std::vector<std::uint32_t> clocks(items_.size() * wide, 0);
  for (std::size_t i = 0; i < items_.size(); ++i) {
    std::copy_n(clocks_.begin() + static_cast<std::ptrdiff_t>(i * stride_), stride_,
                clocks.begin() + static_cast<std::ptrdiff_t>(i * wide));
  }
  clocks_.swap(clocks);
  stride_ = wide;
}

void Trace::join(std::uint32_t* row, Position with) const {
  const Item& item = items_[with];
  if (row[item.agent.index()] > item.index) return;  // known already
  const std::uint32_t* other = &clocks_[with * stride_];
  for (std::size_t a = 0; a < stride_; ++a) row[a] = std::max(row[a], other[a]);
}

void Trace::append(const Step& step) {
  if (step.agent.index() >= positions_.size()) widen(step.agent.index() + 1);
  const Position i = size();
  auto& own = positions_[step.agent.index()];

  if (clocks_.size() < (i + std::size_t{1}) * stride_) clocks_.resize((2 * i + 16) * stride_);
  std::uint32_t* row = &clocks_[i * stride_];
  if (own.empty()) {
    std::fill_n(row, stride_, 0U);
  } else {
    std::copy_n(&clocks_[own.back() * stride_], stride_, row);
  }

  Item& item = items_.emplace_back();
  item.agent = step.agent;
  item.index = static_cast<std::uint32_t>(own.size());
  item.op = step.op;
  item.choice = step.choice;
  item.choices = step.choices;
  item.enabler = step.enabler.value;
  item.gate_before = step.gate_before;
  item.gate_after = step.gate_after;
  item.shared = step.shared;
  if (item.shared != 0) ++shared_steps_;
  item.access = accesses(step.op);

  for (std::uint32_t slot = 0; slot < 2; ++slot) {
    if (item.access[slot] == Access::None) continue;
    const ObjectId object = slot == 0 ? step.op.first : step.op.second;
    if (object.index() >= heads_.size()) heads_.resize(object.index() + 1, kNoTouch);
    const Touch head = heads_[object.index()];
    const Touch write = write_at_or_before(head);
    item.previous[slot] = head;
    item.last_write[slot] = write;
    if (item.access[slot] == Access::Write && head != write) {
      // Every read since the last write has that write in its past.
      for (Touch t = head; t != write; t = previous(t)) join(row, position(t));
    } else if (write != kNoTouch) {
      join(row, position(write));
    }
    heads_[object.index()] = 2 * i + slot;
  }
  row[step.agent.index()] = item.index + 1;
  own.push_back(i);
}

}  // namespace skein::dpor
