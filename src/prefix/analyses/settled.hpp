// SPDX-License-Identifier: Apache-2.0
// The prefix of a system that may find out, while it is looked at, that its transitions touch more
// than it said (StateSystem::has_learnt): built again until nothing is learnt any more.
#pragma once

#include <memory>

#include "prefix/prefix.hpp"

namespace skein {

// False if is_enough stopped it; if the system has learnt something then, nothing in the prefix
// counts. `prefix` is the one that is being built, also while is_enough is asked.
[[nodiscard]] bool build_settled(StateSystem& system, Prefix::Options options,
                                 std::unique_ptr<Prefix>& prefix);

}  // namespace skein
