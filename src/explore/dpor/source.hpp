// SPDX-License-Identifier: Apache-2.0
// Source-DPOR with sleep sets.
//
// By Abdulla, Aronis, Jonsson and Sagonas; restated in [EDPOR Sec.3.1] and, as background, in
// [thesis Sec.4.1]. For a race (d, a) of a run E it is enough to explore some first move of v =
// notdep(d, E).a from the position before d. So the moves explored there are a source set, the
// smallest possible. But nothing guides the run after such a move: it may run into the sleep set
// and end redundant, and some programs have exponentially many such runs
// (bench/programs/fig1.skein). A run is cheaper than with `optimal`, since no sequences are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "explore/dpor/dpor.hpp"

namespace skein {

class SourceDpor final : public dpor::Dpor {
 public:
  explicit SourceDpor(const Bounds& bounds = {}, bool counts_events = true)
      : Dpor(bounds, counts_events, Scope::NewSteps) {}

  [[nodiscard]] std::string_view name() const override { return "source"; }

 private:
  // A move to be explored, and the next one at the same position.
  struct Backtrack {
    dpor::KnownMove move;
    dpor::BacktrackId next;
  };

  void descend() override;
  void extend(const Run& run) override;
  dpor::Position add_backtrack(dpor::Reversal& reversal) override;

  [[nodiscard]] Backtrack& entry(dpor::BacktrackId id) { return pool_[id.index()]; }

  std::vector<Backtrack> pool_;  // a backtrack set is a list of these
  dpor::BacktrackId free_;
};

}  // namespace skein
