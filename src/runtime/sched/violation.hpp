// SPDX-License-Identifier: Apache-2.0
// What an agent did wrong, noted in the channel. The agent halts; the others go on.
#pragma once

#include "core/run.hpp"

namespace skein::runtime {

// Notes the violation for the current agent; it is up to the caller to halt it.
void note_violation(ViolationKind kind, const char* text, const void* site);

// Notes it and halts the agent. Before main there is no run to blame: then the executor gives up.
[[noreturn]] void violate(ViolationKind kind, const char* text, const void* site);

}  // namespace skein::runtime
