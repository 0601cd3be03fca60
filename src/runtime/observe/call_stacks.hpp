// SPDX-License-Identifier: Apache-2.0
// Call stacks of the program, for a run with details and for the signal handlers.
//
// The unwinder runs on the program's stack. capture() restores the bytes it overwrites, since spin
// loops compare stacks (spin_loops.hpp). The stack may have been destroyed by the program, and the
// explorer's warning may arrive while we unwind.
#pragma once

#include <cstdint>

#include "protocol/run_details.hpp"

namespace skein::runtime::call_stacks {

void begin_run();

// The number in the channel of the current agent's stack, without our own frames; 0 if there is
// none.
std::uint32_t capture();

// The functions that an agent was executing when its stack was last captured, innermost first,
// without our own.
struct Frames {
  std::uint32_t count;
  channel::FrameDetails list[channel::kMaxFrames];
};
// Null if there is none.
[[nodiscard]] const Frames* frames_of(AgentId agent);

// Whether the address is in our own code.
[[nodiscard]] bool is_ours(std::uint64_t pc);
// For signal handlers: the return address in the code of the program, or of a library it called,
// that led to our code; 0 if the stack cannot be read.
[[nodiscard]] std::uint64_t innermost_of_program();
// The explorer's warning has arrived. True if it is too early to act on it, in the middle of the
// unwinder: it will come again.
[[nodiscard]] bool defers_warning();

// Called by the crash handler. Does not return if the unwinder crashed on a stack that the program
// has destroyed; then no more stacks are read in this run.
void catch_crash();

}  // namespace skein::runtime::call_stacks
