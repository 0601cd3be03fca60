// SPDX-License-Identifier: Apache-2.0
// Stops at the atomic instructions and system calls of code that skein has not compiled, while the
// program has several agents.
//
// The explorer says where such instructions are and what they do
// (machine/native/code/unseen_code.hpp). From the creation of the second agent on there is a
// breakpoint on each. One that is hit becomes a step of its agent (atomic_steps.hpp); a system call
// that does not synchronise is made on the program's behalf. What cannot be carried out is executed
// as it is: its breakpoint is removed, and it is reported to the explorer as unseen.
//
// Before the second agent exists an instruction synchronises nothing: its breakpoint is removed
// until then. So instructions that are never executed cost nothing.
#pragma once

namespace skein::runtime::foreign {

// Call when a second agent is created.
void watch();

// Returns whether the breakpoint is one of ours. `context` is the signal's. REQUIRES: called on the
// agent's own stack.
bool on_breakpoint(void* context);

}  // namespace skein::runtime::foreign
