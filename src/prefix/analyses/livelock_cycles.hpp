// SPDX-License-Identifier: Apache-2.0
// Whether all that can happen from a state on is that agents go round in loops that change nothing:
// they read, and take locks and give them back.
//
// The states that can be reached are searched. It is so if all of them lead back to where it began,
// nobody ends, halts or is stuck on the way, and no step changes the value of an object that is no
// lock. Then there is no continuation, fair or not, in which anybody ever gets out of its loop. (A
// server that works for ever changes something; where somebody can still get out, if only while
// another one holds a lock, a state is reached that does not lead back.)
#pragma once

#include <cstddef>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

// Who goes round; empty if it is not so, or more than `most` states would have to be looked at.
// `looked_at`: how many were. REQUIRES: the prefix is complete.
[[nodiscard]] std::vector<AgentId> livelock_cycles(Prefix& prefix, const View& configuration,
                                                   std::size_t most, std::size_t& looked_at);

}  // namespace skein
