// SPDX-License-Identifier: Apache-2.0
// Source-DPOR with sleep sets.
//
// By Abdulla, Aronis, Jonsson and Sagonas; restated in [EDPOR Sec.3.1] and, as background, in
// [thesis Sec.4.1]. For a race (d, a) of a run E it is enough that some first move of v = notdep(d,
// E).a is explored from the position before d. So the moves explored there are a source set, the
// least possible, but what follows such a move is left to chance: the run may run into the sleep
// set and end redundant, and there are programs with exponentially many such runs (bench/README.md,
// FIG1). Cheaper a run than `optimal`: no sequences are kept.
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
    std::uint32_t next = kNothing;
  };

  void turn() override;
  void extend(const Run& run) override;
  dpor::Position note(dpor::Reversal& reversal) override;

  std::vector<Backtrack> pool_;  // left_ has lists of these
  std::uint32_t free_ = kNothing;
};

}  // namespace skein
