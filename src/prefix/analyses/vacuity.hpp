// SPDX-License-Identifier: Apache-2.0
// Vacuity: whether a program with a finished prefix has a run that satisfies all assumptions.
//
// If there is no such run, a proof is vacuous: every run was blocked. Such a run ends in a state in
// which no agent was assumed away and none can move, or it never ends and so repeats a state. The
// search is depth first, which finds such a run soon unless assumptions rarely hold.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "prefix/prefix.hpp"

namespace skein {

// Empty if the search would take more than `most` states, or is_enough said stop. REQUIRES: the
// prefix is complete.
[[nodiscard]] std::optional<bool> some_run_satisfies_assumptions(
    Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough);

}  // namespace skein
