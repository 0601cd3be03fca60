// SPDX-License-Identifier: Apache-2.0
// Whether an agent that is about to begin a section (StateSystem::is_in_section) can get to its
// end.
//
// A section counts as one step, which can be taken if there is a way through it, whatever is chosen
// on the way, on which the agent never waits. Nobody else moves meanwhile, so the way is searched
// with the states of this agent's steps alone.
#pragma once

#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

// True if every way through the section ends where the agent waits. `moves` are then its steps to
// one such place, unless there are some already: only one agent at a time is in a section. False,
// too, if it can go on in the section for ever. REQUIRES: the agent can move in this configuration.
[[nodiscard]] bool gets_stuck_in_section(Prefix& prefix, const View& configuration, AgentId agent,
                                         std::vector<Move>& moves);

}  // namespace skein
