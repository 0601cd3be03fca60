// SPDX-License-Identifier: Apache-2.0
// How much of an exploration is done, and how long the rest will take: an estimate with its range.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace skein {

// The total number of executions as estimated from random descents
// (explore/estimate/tree_sampler.hpp). The range is three standard errors down and five up, as a
// factor, and never below the number already executed.
struct Estimate {
  double executions = 0;
  double low = 0;
  double high = 0;
  std::uint64_t bunches = 0;
  double done = 0;          // executions so far
  double seconds_left = 0;  // for the executions not done, at the recent pace

  [[nodiscard]] double share() const { return done / executions; }
};

// Empty if the descents are too few or disagree too much, or if more was executed than they allow.
[[nodiscard]] std::optional<Estimate> estimate_of(double leaves, double error,
                                                  std::uint64_t bunches, double done, double rate);

// "est. 12-20% done, 3-5 min left"; for none: "est. unknown yet".
[[nodiscard]] std::string estimate_text(const std::optional<Estimate>& estimate);

// "35%", "0.2%", "<0.001%".
[[nodiscard]] std::string share_text(double share);
// A time that is only an estimate, in one unit.
[[nodiscard]] std::string about_seconds(double seconds);

}  // namespace skein
