// SPDX-License-Identifier: Apache-2.0
// Places for a debugger's breakpoints, in a program that runs without an explorer (`skein replay
// --gdb`). They do nothing.
#pragma once

#include <cstdint>

namespace skein::runtime::debugging {

// Step number `step` (from 1) is about to be executed, by the thread that calls this.
extern "C" void skein_at_step(std::uint32_t step);
// The thread that calls this has just done wrong: violation number `number` of the run, from 0.
extern "C" void skein_at_violation(std::uint32_t number);
// The run is over.
extern "C" void skein_at_end();

}  // namespace skein::runtime::debugging
