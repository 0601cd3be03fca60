// SPDX-License-Identifier: Apache-2.0
// The vector clocks of the steps of one run: for each step and each agent, the number of the
// agent's steps that happen before the step or are the step.
//
// So d happens before e iff e's clock counts d. The rows, one per step, form a stack in one vector
// that keeps its memory: a run costs only the steps by which it differs from the previous run.
//
// The race detector has its own clocks (runtime/memory/vector_clock.hpp). It runs inside the
// program under test and keeps one clock per agent and per lock, not one per step. Its clocks grow
// by themselves, cannot use the program's allocator, and clear themselves when a run ends, so it
// could not use this layout. The clocks of a prefix (prefix/analyses/races/event_clocks.hpp) are a
// third kind: one per event of a partial order, never removed, and shared where they are equal.
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

  // Makes room for the clock of the agent's next step, at position `step`. `previous` is the
  // agent's previous step, or none. Rows from `step` on become invalid. Returns the new row: a copy
  // of the previous step's, or zeros.
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

  // Adds to a row another step and everything that happens before it. REQUIRES: no push() since
  // `to` was obtained.
  void join(std::uint32_t* to, StepIndex with) const {
    const std::uint32_t* const other = row(with);
    for (std::size_t a = 0; a < width_; ++a) to[a] = std::max(to[a], other[a]);
  }

 private:
  static constexpr std::size_t kFirstRows = 16;

  // Rare: an agent number exceeds all earlier ones, and all rows are copied.
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
