// SPDX-License-Identifier: Apache-2.0
// How long a command may take: --max-seconds, counted from the command's start, and signals.
//
// Everything that may take long asks is_over(): the waits for the program under test and for
// compilers, the search for better witnesses, the detailed runs. The work ends at the limit; the
// findings are then recorded within a short grace period, in less detail if necessary. Code that
// does not ask in time (an explorer in a long computation, a library that reads debug information)
// is cut off by the emergency report (session/os/emergency_report.hpp).
#pragma once

#include <limits>

#include "explore/exploration.hpp"

namespace skein::session {

class TimeLimit {
 public:
  // Starts now. Infinity: until a signal comes. Also installs the signal handlers.
  explicit TimeLimit(double seconds = std::numeric_limits<double>::infinity());

  // The work is done, only details are left to record: from now on is_over() allows the grace
  // period.
  void begin_details() { records_details_ = true; }

  [[nodiscard]] bool is_over() const;
  // Whether the time for the work is used up, in any phase.
  [[nodiscard]] bool is_used_up() const;
  // Seconds left for the work; 0 if none are.
  [[nodiscard]] double seconds_left() const;
  // Why the time is over.
  [[nodiscard]] static Stop reason();

 private:
  double end_;  // of the work, on the clock of monotonic_seconds
  bool records_details_ = false;
};

// Recording after the limit, or after a signal, takes no longer than this.
inline constexpr double kGraceSeconds = 0.6;
// After this time the emergency report is written in any case.
inline constexpr double kEmergencySeconds = 0.95;

}  // namespace skein::session
