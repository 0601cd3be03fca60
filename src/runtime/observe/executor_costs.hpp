// SPDX-License-Identifier: Apache-2.0
// The cost of runs without explorer and channel, measured in place, for bench/native.
#pragma once

#include <cstdint>

namespace skein::runtime {

// Runs the channel's plan `rounds` times, with `reset` before each, and records in the channel the
// costs of a run, a reset and a switch between agents. Call after a run of that plan; leaves
// everything as after a run.
void measure_costs(std::uint32_t rounds, void (*reset)());

}  // namespace skein::runtime
