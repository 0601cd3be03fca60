// SPDX-License-Identifier: Apache-2.0
// Time as the program sees it. Every agent has its own clock, which advances when the agent sleeps,
// and a little each time it reads the clock. A thread starts with its creator's time, and a join
// takes the later of the two. So time depends only on an agent's own history and reveals nothing
// about other agents.
#pragma once

#include <cstdint>
#include <time.h>

namespace skein::runtime {

// The current agent's clock moves on, and others may run.
void sleep_virtually(std::uint64_t nanoseconds, const void* site);

// The current agent's wait has timed out at this point in time, on either clock.
void advance_clock(const timespec& until);

// The time until then by the current agent's clock; 0: it has come.
[[nodiscard]] std::uint64_t time_until(clockid_t clock, const timespec& then);

}  // namespace skein::runtime
