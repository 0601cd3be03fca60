// SPDX-License-Identifier: Apache-2.0
#include "report/words/estimate_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace skein {

namespace {

// bench/tables estimates shows how good these are.
constexpr std::uint64_t kFewestBunches = 5;
constexpr double kLargestError = 0.4;

// The standard error of few samples is itself uncertain: Student's t instead of the normal
// distribution, for three standard errors (99.7 %), within 3 % from 5 samples on.
double corrected_error(double error, std::uint64_t samples) {
  return error * (1 + 2.9 / (static_cast<double>(samples) - 2.6));
}

// "12-20%", "12%" if both ends look the same.
std::string range_text(const std::string& low, const std::string& high) {
  if (low == high) return low;
  // The unit only once, if both have the same.
  const auto unit = [](const std::string& text) {
    return text.substr(std::min(text.size(), text.find_first_of(" %")));
  };
  if (unit(low) != unit(high)) return low + " to " + high;
  return low.substr(0, low.size() - unit(low).size()) + "-" + high;
}

}  // namespace

std::optional<Estimate> estimate_of(double leaves, double error, std::uint64_t bunches, double done,
                                    double rate) {
  if (leaves <= 0 || bunches < kFewestBunches) return std::nullopt;
  error = corrected_error(error, bunches);
  if (error > kLargestError) return std::nullopt;
  // The descents miss rare wide parts of the tree, so they are too low more often than too high,
  // and then their error is too small too.
  const double below = std::max(1 + 3 * error, 1.1);
  const double above = std::max(1 + 5 * error, 1.1);
  if (done > leaves * above) return std::nullopt;
  Estimate estimate;
  estimate.executions = std::max(leaves, done);
  estimate.low = std::max(leaves / below, done);
  estimate.high = leaves * above;
  estimate.bunches = bunches;
  estimate.done = done;
  estimate.seconds_left = rate > 0 ? (estimate.executions - done) / rate : 0;
  return estimate;
}

std::string share_text(double share) {
  const double percent = 100 * share;
  if (percent >= 1) return fmt::format("{:.0f}%", std::floor(percent));
  return percent >= 0.001 ? fmt::format("{:.1g}%", percent) : std::string("<0.001%");
}

std::string about_seconds(double seconds) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  constexpr double kDay = 24 * kHour;
  constexpr double kYear = 365 * kDay;
  if (seconds < 2 * kMinute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * kHour) return fmt::format("{:.0f} min", seconds / kMinute);
  if (seconds < 2 * kDay) return fmt::format("{:.0f} h", seconds / kHour);
  return seconds < kYear ? fmt::format("{:.0f} days", seconds / kDay) : std::string("years");
}

std::string estimate_text(const std::optional<Estimate>& estimate) {
  if (!estimate) return "est. unknown yet";
  const Estimate& o = *estimate;
  const std::string share = range_text(share_text(o.done / o.high), share_text(o.done / o.low));
  if (o.seconds_left <= 0) return fmt::format("est. {} done", share);
  const double pace = o.seconds_left / std::max(o.executions - o.done, 1e-9);
  return fmt::format(
      "est. {} done, {} left", share,
      range_text(about_seconds(pace * (o.low - o.done)), about_seconds(pace * (o.high - o.done))));
}

}  // namespace skein
