// SPDX-License-Identifier: Apache-2.0
// Loops that wait with plain reads only: `while (!flag) {}` with a flag that is not atomic. No
// visible operation ever ends their step. When a step has read for long, its loop is examined as
// spin loops are (spin_loops.hpp): if it returns to the same read with the same stack and has
// changed nothing, it waits for what it reads. These words then become watched words, whatever
// --races says, and the exploration starts over: with visible reads the loop is an ordinary spin
// loop.
#pragma once

#include <cstddef>

namespace skein::runtime::plain_polling {

void begin_step();
void end_step();

// The current agent reads. `frame` belongs to the function of ours that the program called, with
// the saved registers below. Does not return if the agent waits.
void on_read(const void* address, std::size_t size, const void* pc, const char* frame);

}  // namespace skein::runtime::plain_polling
