// SPDX-License-Identifier: Apache-2.0
// The vector clocks of the steps of one run: for each step and each agent, how many steps of the
// agent happen before the step or are the step.
//
// So d happens before e iff e's clock counts d. A stack of rows, one row for each step, in one
// vector that keeps its memory: a run costs only the steps by which it differs from the run before.
//
// The race detector has clocks of its own (runtime/memory/vector_clock.hpp). It runs inside the
// program under test and keeps one clock for each agent and each lock, not one for each step; its
// clocks grow by themselves, cannot use the program's allocator, and empty themselves when a run
// ends. Nothing of the layout here would serve it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"

namespace skein {

class VectorClocks {
 public:
  [[nodiscard]] std::uint32_t at(StepIndex step, AgentId agent) const {
    return clocks_[step.index() * width_ + agent.index()];
  }
  // The clock of a step, by agent. Valid until the next push.
  [[nodiscard]] const std::uint32_t* row(StepIndex step) const {
    return clocks_.data() + step.index() * width_;
  }

  // Makes room for the clock of the agent's next step, at position `step`, after `previous`, the
  // agent's step before; none if it is the agent's first. Rows from `step` on become invalid.
  // Returns the row: the previous step's, or zeros.
  std::uint32_t* push(StepIndex step, AgentId agent, StepIndex previous) {
    if (agent.index() >= width_) widen(agent.index() + 1, step.index());
    if (clocks_.size() < (step.index() + 1) * width_) {
      clocks_.resize((2 * step.index() + kFirstRows) * width_);
    }
    std::uint32_t* const to = clocks_.data() + step.index() * width_;
    if (previous.is_none()) {
      std::fill_n(to, width_, 0U);
    } else {
      std::copy_n(row(previous), width_, to);
    }
    return to;
  }

  // Adds to a row what happens before another step, and that step. REQUIRES: no push() since `to`
  // was obtained.
  void join(std::uint32_t* to, StepIndex with) const {
    const std::uint32_t* const other = row(with);
    for (std::size_t a = 0; a < width_; ++a) to[a] = std::max(to[a], other[a]);
  }

 private:
  static constexpr std::size_t kFirstRows = 16;

  // Rare: an agent number is higher than ever before, and all rows are copied.
  void widen(std::size_t agents, std::size_t rows) {
    const std::size_t wide = std::max(agents, 2 * width_);
    std::vector<std::uint32_t> clocks(rows * wide, 0);
    for (std::size_t i = 0; i < rows; ++i) {
      std::copy_n(clocks_.data() + i * width_, width_, clocks.data() + i * wide);
    }
    clocks_.swap(clocks);
    width_ = wide;
  }

  std::vector<std::uint32_t> clocks_;
  std::size_t width_ = 8;  // entries in a row
};

}  // namespace skein
