// SPDX-License-Identifier: Apache-2.0
// Time as the program sees it. Every agent has its own clock, which advances when the agent sleeps,
// and a little each time it reads the clock. A thread starts with its creator's time, and a join
// takes the later of the two. So time depends only on an agent's own history and reveals nothing
// about other agents.
#pragma once

#include <cstdint>
#include <sys/time.h>
#include <time.h>

namespace skein::runtime {

inline constexpr std::uint64_t kSecond = 1'000'000'000;  // in nanoseconds, as all times here

constexpr std::uint64_t nanoseconds_of(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond +
         static_cast<std::uint64_t>(time.tv_nsec);
}
constexpr std::uint64_t nanoseconds_of(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond +
         static_cast<std::uint64_t>(time.tv_usec) * 1000;
}
constexpr timespec timespec_of(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / kSecond), static_cast<long>(nanoseconds % kSecond)};
}
constexpr timeval timeval_of(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / kSecond),
          static_cast<suseconds_t>(nanoseconds % kSecond / 1000)};
}

// The current agent's clock moves on, and others may run.
void sleep_virtually(std::uint64_t nanoseconds, const void* site);

// The current agent has waited for this time.
void pass_time(std::uint64_t nanoseconds);
// The current agent's wait has timed out at this point in time, on either clock.
void advance_clock(const timespec& until);

// The time until then by the current agent's clock; 0: it has come.
[[nodiscard]] std::uint64_t time_until(clockid_t clock, const timespec& then);

}  // namespace skein::runtime
