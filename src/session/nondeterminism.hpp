// SPDX-License-Identifier: Apache-2.0
// Whose fault is it when an exploration contradicts itself?
//
// Explorers rely on the same moves giving the same steps. The native machine notices a program that
// breaks this where it runs the same moves twice; elsewhere it is the explorer that stumbles, as
// over a bug of our own. So before we take the blame for a real program, the plan is tried again,
// and then the whole exploration.
#pragma once

#include <functional>

#include "core/plan.hpp"
#include "explore/exploration.hpp"
#include "machine/machine.hpp"

namespace skein::session {

// Runs the plan a few times. Throws UserError with both steps if the program does not always do the
// same.
void require_same_again(Machine& machine, const Plan& plan);

// Whether exploring once more comes to the same contradiction. Explorers are deterministic: if it
// does not, it is the program that did something else, though it may never do so again. `explore`
// explores from the beginning. Throws UserError if the program is seen to be not deterministic.
[[nodiscard]] bool contradicts_again(const ExplorationError& error,
                                     const std::function<void()>& explore);

// What is said then, of a verdict that is incomplete.
inline constexpr const char* kContradictedOnce =
    "the exploration stopped where a run contradicted another, which did not happen again: what "
    "the program does depends on something other than its schedule and input (time, files, "
    "process numbers, ...)";

}  // namespace skein::session
