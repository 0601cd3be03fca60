// SPDX-License-Identifier: Apache-2.0
// A run: what a machine did under a plan, and how it ended.
//
// An agent that violates a property, or whose assumption fails, halts there; all others go on.
// So what one agent did wrong hides nothing of the others, and the set of runs does not depend on
// the order in which independent agents fail.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/step.hpp"
#include "core/violation.hpp"

namespace skein {

enum class End : std::uint8_t {
  Completed,  // every agent finished
  Deadlock,   // nobody can go on, somebody has not finished
  Blocked,    // an assumption failed; the others ran as far as they could
  Violation,  // a property was violated; the others ran as far as they could
  Asleep,     // everything that could run is asleep: a redundant run, stopped
  Cut,        // a bound was hit
  Diverged,   // the prefix could not be followed: the program is not deterministic, or we erred
};

// Which bound ended a run with End::Cut. Lost: none, but what the run did after its last step is
// not known; there is a violation that says why.
enum class BoundHit : std::uint8_t { None, Steps, Switches, Preemptions, Spins, Lost };
inline constexpr std::size_t kBoundHits = 6;

struct Run {
  std::vector<Step> steps;
  // The first so many steps are the very same as in this machine's run before. An explorer need
  // not look at them again. 0 is always right.
  std::size_t shared_prefix = 0;
  End end = End::Completed;
  BoundHit bound = BoundHit::None;
  std::vector<Violation> violations;
  // What every unfinished, not halted agent would do next, by agent. After Deadlock all of these
  // are disabled; a handler's unbegun messages count as agents.
  std::vector<Pending> pending;
  // Only if the plan has records_enabled, else both are empty: what was enabled before each step,
  // the very list the machine gave to Scheduler::pick. Before step i these are
  // enabled[enabled_from[i]] up to enabled[enabled_from[i + 1]], exclusive; enabled_from has one
  // entry more than there are steps. A machine that begins with restored steps has these lists for
  // them too: it keeps them from the run before, or, if that run was not recorded, it begins with
  // no step restored.
  std::vector<Pending> enabled;
  std::vector<std::uint32_t> enabled_from;

  // A machine may have begun the next run already, as far as Plan::reusable_prefix says. If the
  // explorer learns, while it looks at this run, that the next plan shares more of it, it stores
  // the larger number here; it never stores a smaller one. Null if the machine does not care.
  std::atomic<std::uint32_t>* reusable_prefix = nullptr;

  [[nodiscard]] bool is_complete() const {
    return end == End::Completed || end == End::Deadlock || end == End::Blocked ||
           end == End::Violation;
  }
};

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

constexpr std::string_view name(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::Assertion: return "assertion";
    case ViolationKind::LockMisuse: return "lock-misuse";
    case ViolationKind::Arithmetic: return "arithmetic";
    case ViolationKind::Crash: return "crash";
    case ViolationKind::Memory: return "memory";
    case ViolationKind::Race: return "race";
    case ViolationKind::Livelock: return "livelock";
    case ViolationKind::Other: return "other";
  }
  return "unknown";
}

}  // namespace skein
