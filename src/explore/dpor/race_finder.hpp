// SPDX-License-Identifier: Apache-2.0
// The races of a run: which earlier steps an operation could have come before.
//
// For an operation `a` of agent q, executed in the run or still waiting at its end, the candidates
// are the earlier steps d of other agents that clash with it on an object and do not happen before
// q's previous step. Reversing (d, a) is possible iff `a` can be executed after H, the steps not
// happening after d (core/enabling.hpp). Of the candidates that can be reversed only the latest
// matter, those that happen before no other candidate: the others are found in the runs that
// reverse the latest.
//
// DEVIATION from the papers, where a race has no step between its two [EDPOR Def.5]: they assume
// operations that are always enabled. A lock's race with the preceding release cannot be reversed,
// so we look further back, at the acquisition.
//
// DEVIATION: several readers that do not depend on each other can keep out a writer of a
// readers-writer lock. If one of them is left out the others remain, so no single d suffices. We
// leave out, with d, every hold that H does not release, until none remains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/enabling.hpp"
#include "core/outcome.hpp"
#include "core/step.hpp"
#include "explore/dpor/reversal.hpp"
#include "explore/dpor/trace.hpp"

namespace skein::dpor {

class RaceFinder {
 public:
  explicit RaceFinder(const Trace& trace) : trace_(&trace) {}

  // Collects the first steps of all races whose second is this step of the run.
  void find(Position step);
  // Collects the first steps of its races with an agent's next operation after the run.
  void find(const Pending& pending);

  [[nodiscard]] std::size_t count() const { return firsts_.size(); }
  [[nodiscard]] Position first(std::size_t i) const { return firsts_[i]; }
  // Makes `reversal` the reversal of the race between `first` and the operation of the last find(),
  // without the steps of the run from position `end` on.
  void reverse(Position first, Position end, Reversal& reversal) const;

 private:
  // The second of the races sought: an operation and what it needs.
  struct Second {
    KnownMove move;
    Position at;     // its position in the run, if it has one
    Position limit;  // only the steps before this position count
    Needs needs;
    Attempt attempt;
  };
  class Kept;  // the history H

  void walk(TouchId from, Access access);
  void keep_latest();
  void seek(const KnownMove& move, Position at, Position enabler);
  [[nodiscard]] bool is_possible(Position d, Position end, Reversal& reversal) const;

  const Trace* trace_;
  Second second_;
  std::vector<Position> firsts_;
  Reversal scratch_{*trace_};
  mutable EnablingOracle oracle_;
};

}  // namespace skein::dpor
