// SPDX-License-Identifier: Apache-2.0
// What a real program prints in one schedule.
//
// During the exploration the program's output goes nowhere, since it would be repeated for every
// run. For the schedule that is reported, the program is run once more, with its output kept.
#pragma once

#include <string>

#include "core/plan.hpp"
#include "machine/native/executor.hpp"

namespace skein::session {

// Both streams, in the order in which they were written; at most the last few thousand bytes. Empty
// also if the program cannot be run again: what it prints is only a help.
[[nodiscard]] std::string output_in(const NativeOptions& options, const Plan& plan);

// The same for people: what was printed in the schedule of the first bug. Empty if it is.
[[nodiscard]] std::string told_output(const std::string& output);

}  // namespace skein::session
