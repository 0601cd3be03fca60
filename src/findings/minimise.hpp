// SPDX-License-Identifier: Apache-2.0
// Finds a witness that is easier to read: fewer context switches, then fewer steps. And the point
// of no return: the step after which the bug is unavoidable.
//
// Both run the program again and again from the witness's schedule, after the exploration and on a
// separate budget. All claims are backed by executed runs: a shorter witness is a run that showed
// the same bug (same facts and site; same agents stuck at the same operations); the point of no
// return is a step after which *every* continuation shows the bug, all of them executed, while
// before that step some continuation, executed too, does not.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/plan.hpp"
#include "findings/finding.hpp"
#include "machine/machine.hpp"

namespace skein {

struct Effort {
  std::uint64_t runs = 20'000;    // of the program, at most
  std::function<bool()> is_over;  // asked before each run; empty: never
};

// Whether the run shows the same bug. The run and the finding must come from the same machine.
[[nodiscard]] bool shows_same(const Run& run, const Finding& finding);

// The finding with the best witness found, possibly its own. First moves blocks of steps next to
// others of the same agent and shortens them, then tries all schedules with fewer switches, as far
// as the effort allows. REQUIRES: the witness is a run of this machine.
[[nodiscard]] Finding minimised(const Finding& finding, Machine& machine, const Bounds& bounds,
                                const Effort& effort);

// The step of the witness after which every continuation shows the bug; empty if that was not
// established, or if every schedule shows the bug from the start.
[[nodiscard]] std::optional<std::size_t> point_of_no_return(const Finding& finding,
                                                            Machine& machine, const Bounds& bounds,
                                                            const Effort& effort);

}  // namespace skein
