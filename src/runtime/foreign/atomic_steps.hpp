// SPDX-License-Identifier: Apache-2.0
// Carries out an atomic instruction of foreign code as a step of the current agent: waits for its
// turn, then changes memory, registers and flags as the instruction does. The memory order is the
// processor's: sequentially consistent.
#pragma once

#include <ucontext.h>

#include "protocol/foreign_atomic.hpp"

namespace skein::runtime::foreign {

// `registers`: the agent's registers at the instruction; afterwards, those after it. REQUIRES:
// called on the agent's own stack, and the instruction is neither Unsupported nor a system call.
void carry_out(const channel::ForeignAtomic& instruction, greg_t* registers);

// Carries out a `syscall` instruction that calls futex. Returns false for all other system calls.
bool carry_out_system_call(greg_t* registers);

// The word that the instruction accesses.
[[nodiscard]] char* word_of(const channel::ForeignAtomic& instruction, const greg_t* registers);

}  // namespace skein::runtime::foreign
