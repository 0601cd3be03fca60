// SPDX-License-Identifier: Apache-2.0
// The immediate causes of each step of a run: the arrows between the columns of a counterexample.
#pragma once

#include <cstddef>
#include <vector>

#include "core/run.hpp"

namespace skein {

// For each step the steps that happen immediately before it, sorted: its agent's previous step and
// the steps of others that it depends on, except those that happen before another of them. All are
// empty for very long runs, whose vector clocks would take too much memory.
[[nodiscard]] std::vector<std::vector<std::size_t>> immediate_causes(
    const std::vector<Step>& steps);

}  // namespace skein
