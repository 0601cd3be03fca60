// SPDX-License-Identifier: Apache-2.0
// A finding: a bug with the run that shows it (its witness), and the set of distinct findings of
// an exploration.
//
// The same bug shows in many schedules; it is kept once and counted. Two violations are the same if
// their facts (code, subjects, places, values) and their sites agree; two deadlocks are the same if
// the same agents are stuck at the same operations. Of all runs that show a bug the easiest to read
// is kept: fewest context switches, then fewest steps, then the first.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/run.hpp"
#include "findings/finding_kind.hpp"

namespace skein {

struct Finding {
  bool is_deadlock = false;
  // For a violation. For a deadlock see wait_for.hpp.
  Violation violation;
  // The witness: the run's steps (their moves are the schedule), and for a deadlock what every
  // stuck agent waits for.
  std::vector<Step> steps;
  std::vector<Pending> pending;
  // The witness is a run that was cut after these steps: its schedule would continue.
  bool is_cut = false;
  std::size_t switches = 0;  // steps of the witness whose agent differs from the previous step's
  std::uint64_t times = 0;   // runs that showed it
  // The number of racy words with visible accesses when the bug was seen. A machine that replays
  // the witness must watch exactly these (the first ones found).
  std::size_t watched = 0;
  // Whether the witness, executed again in a new process, showed the same bug; empty: not tried.
  std::optional<bool> is_repeated;

  [[nodiscard]] FindingKind kind() const {
    return is_deadlock ? FindingKind::Deadlock : finding_kind_of(violation.kind());
  }
};

class FindingSet {
 public:
  // The largest number of distinct findings kept; more are only counted, because their values may
  // differ from run to run.
  static constexpr std::size_t kMostKept = 1000;

  // Adds the violations or the deadlock of `run`. Cheap for bugs seen before.
  void add(const Run& run);
  // The violations alone.
  void add_violations(const Run& run);

  // Records the number of words watched when all these findings were seen.
  void set_watched(std::size_t words);

  // Adds the findings that this set lacks.
  void adopt(const FindingSet& others);

  // Removes and returns the findings for which `is_out` is true; calls it in their order.
  std::vector<Finding> take_out(const std::function<bool(const Finding&)>& is_out);

  // Keeps these findings only, in this order.
  void keep(const std::vector<std::size_t>& order);

  // In the order in which they were first seen.
  [[nodiscard]] const std::vector<Finding>& all() const { return findings_; }
  [[nodiscard]] bool is_empty() const { return findings_.empty(); }
  // The number of violations and deadlocks (not distinct ones) that were seen but not kept.
  [[nodiscard]] std::uint64_t not_kept() const { return not_kept_; }

 private:
  void add_one(const Run& run, const Violation* violation);

  std::vector<Finding> findings_;
  std::vector<std::string> keys_;  // of the findings, in their order
  std::unordered_map<std::string, std::size_t> by_key_;
  std::string key_;  // kept to avoid allocations
  std::uint64_t not_kept_ = 0;
};

// The violation of the run that has the same facts as the finding's; null if there is none. For a
// deadlock look at the run's end.
[[nodiscard]] const Violation* same_violation(const Run& run, const Finding& finding);

// Whether both are the same bug, as a set of findings would say.
[[nodiscard]] bool is_same_bug(const Finding& a, const Finding& b);

// The number of steps whose agent differs from the previous step's.
[[nodiscard]] std::size_t count_switches(std::span<const Step> steps);

}  // namespace skein
