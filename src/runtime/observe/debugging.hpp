// SPDX-License-Identifier: Apache-2.0
// Places for a debugger's breakpoints, in a standalone program (`skein replay --gdb`). They do
// nothing.
#pragma once

#include <cstdint>

namespace skein::runtime::debugging {

// Step `step` (counted from 1) is about to be executed, by the calling thread.
extern "C" void skein_at_step(std::uint32_t step);
// The calling thread has just violated something: violation `number` (counted from 0) of the run.
extern "C" void skein_at_violation(std::uint32_t number);
// The run is over.
extern "C" void skein_at_end();

}  // namespace skein::runtime::debugging
