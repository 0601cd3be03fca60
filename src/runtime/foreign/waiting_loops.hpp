// SPDX-License-Identifier: Apache-2.0
// Loops in which foreign code waits. spin/spin_loops.hpp finds loops without progress, but must
// know that an iteration wrote nothing, and foreign code does not report its writes.
//
// An agent that comes back to an instruction with the same registers may be in such a loop. The
// explorer then looks at the code around it (RestartReason::ForeignLoop). If the loop can only
// read, compare and jump, the agent executes it one instruction at a time from the next run on: as
// long as it stays inside, and every access to memory was a step, an iteration has changed nothing,
// and its states can be compared. The state is the stack with the signal's frame, in which all
// registers are.
#pragma once

#include <ucontext.h>

namespace skein::runtime::foreign::waiting_loops {

void begin_run();

// The current agent is about to make a step at `pc`, in foreign code. Call before visit().
void arrive(greg_t pc, greg_t* registers);

// The agent has had its turn, and goes on with these registers: at the same instruction, or after
// it if it was carried out.
void leave(greg_t* registers);

// The agent has executed one instruction of foreign code, alone.
void on_instruction(greg_t* registers);

}  // namespace skein::runtime::foreign::waiting_loops
