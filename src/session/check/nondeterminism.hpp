// SPDX-License-Identifier: Apache-2.0
// What is at fault when an exploration contradicts itself?
//
// Explorers rely on the same moves giving the same steps. The native machine detects a program that
// breaks this if it runs the same moves twice; otherwise the explorer fails, as if by a bug of our
// own. So before we take the blame for a real program, the plan is tried again, and then the whole
// exploration.
#pragma once

#include <functional>

#include "core/plan.hpp"
#include "explore/exploration.hpp"
#include "machine/machine.hpp"

namespace skein::session {

// Runs the plan a few times. Throws UserError with both steps if the program behaves differently.
void require_same_again(Machine& machine, const Plan& plan);

// Whether exploring once more leads to the same contradiction. Explorers are deterministic: if it
// does not, the program behaved differently, though it may never do so again. `explore` explores
// from the beginning. Throws UserError if the program is seen to be nondeterministic.
[[nodiscard]] bool contradicts_again(const ExplorationError& error,
                                     const std::function<void()>& explore);

}  // namespace skein::session
