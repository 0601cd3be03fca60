// SPDX-License-Identifier: Apache-2.0
// From the user's options to an explorer, with the checks that the options fit it.
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

  // Whether it promises to run each class once and none in vain.
  [[nodiscard]] bool is_optimal() const {
    return info->is_optimal && (!info->has_k || options.k == 0) &&
           options.bounds.switches == kUnbounded && options.bounds.preemptions == kUnbounded;
  }
};

// Throws UserError: unknown explorer, an option that the explorer does not have.
[[nodiscard]] Choice choose_explorer(const Settings& settings);

[[nodiscard]] Budget budget_of(const Settings& settings);

}  // namespace skein::session
