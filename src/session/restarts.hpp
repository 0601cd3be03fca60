// SPDX-License-Identifier: Apache-2.0
// Explorations that have to start again.
//
// The native machine may notice, in the middle of an exploration, that two locations it took for
// different objects overlap, or that plain accesses race and so are steps themselves. What the
// explorer knows is then about the wrong steps: explorer and figures begin afresh with the machine
// that now knows better. What was found remains true.
#pragma once

#include <functional>

namespace skein::session {

// Calls `attempt` until it is not ended by an ExplorationRestart. It has to start from nothing each
// time. Throws UserError if there is no end to it.
void explore_until_settled(const std::function<void()>& attempt);

}  // namespace skein::session
