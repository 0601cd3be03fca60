// SPDX-License-Identifier: Apache-2.0
// How long a command may take: --max-seconds, counted from the command's start, and signals.
//
// Everything that may take long asks is_over(): the waits for the program under test and for
// compilers, the search for better witnesses, the telling. The work ends with the limit; what was
// found is then told within a short grace, in less detail where that is not enough. What does not
// ask in time (an explorer deep in thought, a library that reads debug information) is cut off by
// the emergency report (session/os/emergency_report.hpp).
#pragma once

#include <limits>

#include "explore/exploration.hpp"

namespace skein::session {

class TimeLimit {
 public:
  // From now on; infinity: until a signal comes. Catches those.
  explicit TimeLimit(double seconds = std::numeric_limits<double>::infinity());

  // The work is done, what is left is to tell it: from now on is_over() allows for the grace.
  void begin_details() { records_details_ = true; }

  [[nodiscard]] bool is_over() const;
  // Whether the time for the work is used up, whatever is going on now.
  [[nodiscard]] bool is_used_up() const;
  // Of the time for the work; 0 if nothing is.
  [[nodiscard]] double seconds_left() const;
  // Why it is over.
  [[nodiscard]] static Stop reason();

 private:
  double end_;  // of the work, on the clock of monotonic_seconds
  bool records_details_ = false;
};

// What is still told after the limit, or after a signal, takes no longer than this.
inline constexpr double kGraceSeconds = 0.6;
// After this time the emergency report is written, whatever is going on.
inline constexpr double kEmergencySeconds = 0.95;

}  // namespace skein::session
