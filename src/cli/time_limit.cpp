// SPDX-License-Identifier: Apache-2.0
#include "cli/time_limit.hpp"

#include <algorithm>

#include "cli/last_word.hpp"
#include "cli/system.hpp"

namespace skein::cli {

TimeLimit::TimeLimit(double seconds) : end_(monotonic_seconds() + seconds) {
  catch_interrupts([] { speak_last_word_in(kLastWordSeconds); });
  if (seconds < std::numeric_limits<double>::infinity()) {
    speak_last_word_in(seconds + kLastWordSeconds);
  }
}

bool TimeLimit::is_used_up() const {
  return interrupt_flag().load(std::memory_order_relaxed) || monotonic_seconds() >= end_;
}

bool TimeLimit::is_over() const {
  if (!is_telling_) return is_used_up();
  return monotonic_seconds() >= std::min(end_, interrupted_at()) + kGraceSeconds;
}

double TimeLimit::seconds_left() const {
  return is_used_up() ? 0 : std::max(end_ - monotonic_seconds(), 0.0);
}

Stop TimeLimit::reason() {
  return interrupt_flag().load(std::memory_order_relaxed) ? Stop::Interrupted : Stop::Seconds;
}

}  // namespace skein::cli
