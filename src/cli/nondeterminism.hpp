// Whose fault is it when an exploration contradicts itself?
//
// Explorers rely on the same moves giving the same steps. The native machine notices a program that
// breaks this where it runs the same moves twice; elsewhere it is the explorer that stumbles, as
// over a bug of our own. So before we take the blame for a real program, the plan is tried again.
#pragma once

#include "machine/machine.hpp"
#include "model/plan.hpp"

namespace skein::cli {

// Runs the plan a few times. Throws UserError with both steps if the program does not always do the
// same.
void require_same_again(Machine& machine, const Plan& plan);

}  // namespace skein::cli
