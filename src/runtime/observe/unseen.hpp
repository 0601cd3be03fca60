// SPDX-License-Identifier: Apache-2.0
// Learns whether synchronisation that skein does not see is executed while several agents live.
//
// The explorer says where such instructions are (machine/native/code/unseen_code.hpp). From the
// moment at which a second agent is created there is a breakpoint on each; one that is hit goes
// away and is told to the explorer. One that is hit while a single agent lives says nothing: it
// goes away until there is a second agent again. A raw system call that is no synchronisation is
// made on the program's behalf, and its breakpoint stays. So instructions that nobody executes cost
// nothing, and the others a signal each.
#pragma once

namespace skein::runtime::unseen {

// To be called when there are two agents or more.
void watch();

// A breakpoint: whether it is one of ours. `context` is the signal's.
bool on_trap(void* context);

}  // namespace skein::runtime::unseen
