// SPDX-License-Identifier: Apache-2.0
// A plan: which schedule a machine should try.
//
// The machine follows `prefix` move by move. Then it goes on by itself, as `policy` says, but never
// with a move that is asleep. A sleeping move wakes up when a step is taken that depends on its
// operation. When every enabled move is asleep, the run would only repeat another one, and the
// machine stops it at once.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/step.hpp"

namespace skein {

inline constexpr std::uint32_t kUnbounded = std::numeric_limits<std::uint32_t>::max();

// Limits of one run. A run that exceeds one is stopped there and counted as cut.
struct Bounds {
  std::uint32_t steps = kUnbounded;        // steps of the run
  std::uint32_t switches = kUnbounded;     // steps whose agent differs from the previous step's
  std::uint32_t preemptions = kUnbounded;  // such switches away from an agent that could go on
};

enum class Policy : std::uint8_t {
  Continue,  // stay with the agent that ran last while it can run (but not for ever: others get
             // their turn), else take the lowest-numbered one
  Random,    // each enabled move with equal probability
  Pct,       // probabilistic concurrency testing [PCT]: random priorities, d-1 change points
};

struct Sleeper {
  Move move;
  Operation op;  // the operation the move would execute
};

struct Plan {
  std::vector<Move> prefix;
  std::vector<Sleeper> sleep;  // asleep from the end of the prefix on
  Policy policy = Policy::Continue;
  std::uint64_t seed = 0;         // for Random and Pct
  std::uint32_t pct_depth = 3;    // d: the number of ordering constraints the bug may need
  std::uint32_t pct_length = 64;  // n: the expected number of steps of a run
  Bounds bounds;
  // Ask for Run::enabled. Costs time and memory: for the exhaustive explorer and for tests.
  bool records_enabled = false;

  // The explorer's guess how many moves of this plan's run the next plan will begin with. A machine
  // may rely on it only where a wrong guess costs nothing but time.
  std::uint32_t reusable_prefix = 0;

  void clear() {
    prefix.clear();
    sleep.clear();
  }
};

}  // namespace skein
