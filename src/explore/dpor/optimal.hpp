// SPDX-License-Identifier: Apache-2.0
// Optimal DPOR with wakeup trees: every equivalence class of runs once, and no run in vain.
//
// By Abdulla, Aronis, Jonsson and Sagonas; restated in [EDPOR Sec.3.1 and 5], here without what is
// particular to messages: the begin of a message acquires its handler as a lock. A race (d, a) of a
// run E is reversed by the sequence v = notdep(d, E).a, which is put into the wakeup tree of the
// position before d, unless something asleep there can come first in v or before it; what v leads
// to was then explored. The sequences of a wakeup tree are explored from left to right.
//
// All races of a run must be reversed, also those whose two steps the run before had already: v
// has all steps of the run that do not happen after d, and those that come after `a` are others
// now. Looking at new steps only finds 2,864 of the 2,958 classes of MPC(3,5). But when what made v
// redundant lies in the part of the run that did not change, it still does; so most old races cost
// one comparison.
//
// Why no run is in vain: nothing asleep at a position can come first in a sequence of its tree, so
// each sleeping move is woken by some step of the sequence, and after the sequence no move is
// asleep. Hence the plans have no sleep set; that they need none is checked.
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
  void turn() override;
  void extend(const Run& run) override;
  dpor::Position note(dpor::Reversal& reversal) override;

  // left_ has wakeup trees, without the parts now being explored.
  static_assert(kNothing == dpor::WakeupTrees::kEmpty);
  dpor::WakeupTrees trees_;
};

}  // namespace skein
