// Explorations that have to start again.
//
// The native machine may notice, in the middle of an exploration, that two locations it took for
// different objects overlap. What the explorer knows is then about the wrong objects: everything,
// explorer, figures and findings, begins afresh with the machine that now knows better.
#pragma once

#include <functional>

namespace skein::cli {

// Calls `attempt` until it is not ended by an ExplorationRestart. It has to start from nothing each
// time. Throws UserError if there is no end to it.
void explore_until_settled(const std::function<void()>& attempt);

}  // namespace skein::cli
