// SPDX-License-Identifier: Apache-2.0
// Whether the agents, from a given state on, can only repeat loops that change nothing: loops that
// read, and take and release locks.
//
// The reachable states are searched. The answer is yes if all of them lead back to the first state,
// no agent ends, halts or gets stuck on the way, and no step changes the value of an object other
// than a lock. Then no continuation, fair or not, lets an agent leave its loop. (A server that
// works for ever changes something. Where an agent can still leave, even if only while another one
// holds a lock, some reachable state does not lead back.)
#pragma once

#include <cstddef>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

// The agents in such loops; empty if there is no livelock, or if the search would take more than
// `most` states. `looked_at`: the number of states visited. REQUIRES: the prefix is complete.
[[nodiscard]] std::vector<AgentId> livelock_cycles(Prefix& prefix, const View& configuration,
                                                   std::size_t most, std::size_t& looked_at);

}  // namespace skein
