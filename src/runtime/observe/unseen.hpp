// SPDX-License-Identifier: Apache-2.0
// Finds out whether the program executes synchronisation that skein does not see while several
// agents are alive.
//
// The explorer says where such instructions are (machine/native/code/unseen_code.hpp). From the
// creation of the second agent on there is a breakpoint on each. One that is hit is removed and
// reported to the explorer. One that is hit while a single agent is alive says nothing: it is
// removed until there is a second agent again. A raw system call that does not synchronise is made
// on the program's behalf, and its breakpoint stays. So instructions that are never executed cost
// nothing, and the others one signal each.
#pragma once

namespace skein::runtime::unseen {

// Call when there are two or more agents.
void watch();

// Returns whether the breakpoint is one of ours. `context` is the signal's.
bool on_trap(void* context);

}  // namespace skein::runtime::unseen
