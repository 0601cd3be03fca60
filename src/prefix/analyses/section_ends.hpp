// SPDX-License-Identifier: Apache-2.0
// Whether an agent that is about to enter a section (StateSystem::is_in_section) can reach its end.
//
// A section counts as one step. The step can be taken if on some path through the section,
// under some choices, the agent never waits. No other agent moves meanwhile, so the search covers
// the states of this agent's steps alone.
#pragma once

#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

// True if on every path through the section the agent ends up waiting. `moves` then gets the steps
// of one such path, unless it has some already: only one agent at a time is in a section. Also
// false if the agent can stay in the section for ever. REQUIRES: the agent can move in this
// configuration.
[[nodiscard]] bool gets_stuck_in_section(Prefix& prefix, const View& configuration, AgentId agent,
                                         std::vector<Move>& moves);

}  // namespace skein
