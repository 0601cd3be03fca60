// SPDX-License-Identifier: Apache-2.0
// What running costs without explorer and channel, measured where it happens: for bench/native.
#pragma once

#include <cstdint>

namespace skein::runtime {

// Runs the channel's plan so many times, with `reset` before each, and notes in the channel what a
// run, a reset and a switch from one agent to another cost. To be called after a run of that plan;
// leaves everything as after a run.
void measure_costs(std::uint32_t rounds, void (*reset)());

}  // namespace skein::runtime
