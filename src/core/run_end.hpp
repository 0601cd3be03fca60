// SPDX-License-Identifier: Apache-2.0
// How a run ended. Apart from run.hpp, because many files need to know only that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace skein {

enum class End : std::uint8_t {
  Completed,  // every agent finished
  Deadlock,   // no agent can go on, and some agent has not finished
  Blocked,    // an assumption failed; the other agents ran as far as they could
  Violation,  // a property was violated; the other agents ran as far as they could
  Asleep,     // every enabled move is asleep: a redundant run, stopped
  Cut,        // a bound was hit
  Diverged,   // the prefix could not be followed: the program is not deterministic, or skein has a
              // bug
};

// Which bound ended a run with End::Cut. Lost: no bound, but what the run did after its last step
// is unknown; a violation says why. Polling: the process has ended, and threads only poll.
enum class BoundHit : std::uint8_t { None, Steps, Switches, Preemptions, Spins, Lost, Polling };
inline constexpr std::size_t kBoundHits = 7;

constexpr std::string_view name(End end) {
  switch (end) {
    case End::Completed: return "completed";
    case End::Deadlock: return "deadlock";
    case End::Blocked: return "blocked";
    case End::Violation: return "violation";
    case End::Asleep: return "asleep";
    case End::Cut: return "cut";
    case End::Diverged: return "diverged";
  }
  return "unknown";
}

}  // namespace skein
