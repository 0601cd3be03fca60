// SPDX-License-Identifier: Apache-2.0
// Whether a program with a finished prefix has a run that no assumption ends.
//
// If none has, a proof speaks of nothing: every run was blocked. Such a run ends in a state in
// which nobody was assumed away and nobody can move, or it never ends and so comes back to a state.
// It is searched for depth first: where assumptions hold now and then it is found soon.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "prefix/prefix.hpp"

namespace skein {

// Empty if the search would take more than `most` states, or is_enough said stop. REQUIRES: the
// prefix is complete.
[[nodiscard]] std::optional<bool> some_run_passes_assumptions(
    Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough);

}  // namespace skein
