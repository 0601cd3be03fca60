// SPDX-License-Identifier: Apache-2.0
// From the user's options to an explorer, with checks that the options fit it.
#pragma once

#include <string>

#include "explore/exploration.hpp"
#include "explore/registry.hpp"
#include "session/settings.hpp"

namespace skein::session {

struct Choice {
  const ExplorerInfo* info = nullptr;
  ExplorerOptions options;
  std::string variant;  // for people: "optimal", "k=2", "10000 runs, seed 1"

  // Whether the explorer promises to run each class once, without redundant runs.
  [[nodiscard]] bool is_optimal() const {
    return info->is_optimal && (!info->has_k || options.k == 0) &&
           options.bounds.switches == kUnbounded && options.bounds.preemptions == kUnbounded;
  }
};

// The explorer for the program in `file`. Throws UserError: unknown explorer, an option that the
// explorer does not have.
[[nodiscard]] Choice choose_explorer(const ExplorerSettings& settings, const BoundSettings& bounds,
                                     const std::string& file);

// The bounds for runs of the program in `file`. Throws UserError: a bound that cannot be kept.
[[nodiscard]] Bounds bounds_of(const BoundSettings& settings, const std::string& file);

[[nodiscard]] Budget budget_of(const BudgetSettings& settings);

}  // namespace skein::session
