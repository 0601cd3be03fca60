// SPDX-License-Identifier: Apache-2.0
// What an agent did wrong, recorded in the channel. The agent halts; the others go on.
#pragma once

#include "core/run.hpp"

namespace skein::runtime {

// Records a violation of the current agent, which the caller has to halt.
void note_violation(ViolationKind kind, const char* text, const void* site);

// Records the violation and halts the agent. Before main there is no run to blame, so the executor
// gives up.
[[noreturn]] void violate(ViolationKind kind, const char* text, const void* site);

}  // namespace skein::runtime
