// SPDX-License-Identifier: Apache-2.0
// Places for a debugger's breakpoints, in a program that runs without an explorer (`skein replay
// --gdb`). They do nothing.
#pragma once

#include <cstdint>

namespace skein::runtime::debugging {

// Step number `step` (from 1) is about to be executed, by the thread that calls this.
extern "C" void skein_at_step(std::uint32_t step);
// The thread that calls this has just done wrong what the text says.
extern "C" void skein_at_violation(const char* text);
// The run is over.
extern "C" void skein_at_end();

}  // namespace skein::runtime::debugging
