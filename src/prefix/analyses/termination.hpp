// SPDX-License-Identifier: Apache-2.0
// Whether a program with a finished prefix has an infinite run.
//
// Each event leads from the state of a cause to its own, and a cut-off has the state of its
// corresponding event. A cycle of these is a run that can go on for ever. Without cut-offs the
// prefix is the whole unfolding, and finite, so every run ends; the same holds if no agent ever
// returns to a local state. In all other cases cycles may be hidden (the corresponding event need
// not be a cause), and the states are searched as far as needed (persistent_sets.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "prefix/prefix.hpp"

namespace skein {

// Empty if the search would take more than `most` states, or is_enough said stop. REQUIRES: the
// prefix is complete.
[[nodiscard]] std::optional<bool> terminates(Prefix& prefix, std::size_t most,
                                             const std::function<bool()>& is_enough);

}  // namespace skein
