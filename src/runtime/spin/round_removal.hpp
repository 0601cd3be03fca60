// SPDX-License-Identifier: Apache-2.0
// Whether a round of a loop can be left out of the run although it took locks and released them.
//
// Other agents may have noticed that the locks were held: an attempt to take one failed. Without
// the round that attempt might succeed. But if the agent that made it ran in a cycle too, its cycle
// can be left out together with the round (two threads that each hold one lock, try the other's and
// release their own). Then every step that remains must find its locks as it found them.
// docs/memory.md has the argument.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace skein::runtime::spins {

// Whether all steps that the agent has taken since position `begin` can be left out.
// REQUIRES: the agent is in the state in which it was before the first of them.
[[nodiscard]] bool can_leave_out(AgentId agent, std::uint32_t begin);

// An agent was in the same state after its steps at both positions, and changed nothing in between.
// Noted when it happens: other agents ask later, when the agent's trail has changed.
void note_same_state(std::uint32_t position, std::uint32_t earlier);

}  // namespace skein::runtime::spins
