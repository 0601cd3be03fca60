// SPDX-License-Identifier: Apache-2.0
#include "session/time_limit.hpp"

#include <algorithm>

#include "session/os/emergency_report.hpp"
#include "session/os/interrupts.hpp"
#include "session/os/resources.hpp"

namespace skein::session {

TimeLimit::TimeLimit(double seconds) : end_(monotonic_seconds() + seconds) {
  catch_interrupts([] { arm_emergency_report(kEmergencySeconds); });
  if (seconds < std::numeric_limits<double>::infinity()) {
    arm_emergency_report(seconds + kEmergencySeconds);
  }
}

bool TimeLimit::is_used_up() const {
  return interrupt_flag().load(std::memory_order_relaxed) || monotonic_seconds() >= end_;
}

bool TimeLimit::is_over() const {
  if (!records_details_) return is_used_up();
  return monotonic_seconds() >= std::min(end_, interrupted_at()) + kGraceSeconds;
}

double TimeLimit::seconds_left() const {
  return is_used_up() ? 0 : std::max(end_ - monotonic_seconds(), 0.0);
}

Stop TimeLimit::reason() {
  return interrupt_flag().load(std::memory_order_relaxed) ? Stop::Interrupted : Stop::Seconds;
}

}  // namespace skein::session
