// SPDX-License-Identifier: Apache-2.0
// Optimal DPOR with wakeup trees: every equivalence class of runs once, and no redundant run.
//
// By Abdulla, Aronis, Jonsson and Sagonas; restated in [EDPOR Sec.3.1 and 5], here without the
// special treatment of messages: the begin of a message acquires its handler as a lock. The
// sequence v = notdep(d, E).a reverses a race (d, a) of a run E. It is put into the wakeup tree of
// the position before d, unless a move asleep there can come first in v or before v: then an
// earlier run has shown what v leads to. The sequences of a wakeup tree are explored from left to
// right.
//
// All races of a run must be reversed, even if both their steps are shared with the previous run: v
// has all steps of the run that do not happen after d, and the steps after `a` have changed. An
// explorer that looks only at new steps finds 2,864 of the 2,958 classes of MPC(3,5). But if v was
// redundant because of a part of the run that did not change, it still is. So most old races cost
// one comparison.
//
// Why no run is wasted: no move asleep at a position can come first in a sequence of its tree, so
// some step of the sequence wakes each sleeping move, and after the sequence no move is asleep.
// Hence the plans have no sleep set; descend() checks that they need none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "explore/dpor/dpor.hpp"
#include "explore/dpor/wakeup_tree.hpp"

namespace skein {

class OptimalDpor final : public dpor::Dpor {
 public:
  explicit OptimalDpor(const Bounds& bounds = {}, bool counts_events = true)
      : Dpor(bounds, counts_events, Scope::WholeRun) {}

  [[nodiscard]] std::string_view name() const override { return "optimal"; }

 private:
  void descend() override;
  void extend(const Run& run) override;
  dpor::Position add_backtrack(dpor::Reversal& reversal) override;

  dpor::WakeupTrees trees_;  // a backtrack set is a tree, without the part being explored
};

}  // namespace skein
