// SPDX-License-Identifier: Apache-2.0
// A finding: a bug with the run that shows it (its witness), and the set of distinct findings of
// an exploration.
//
// The same bug shows in many schedules; it is kept once and counted. Two violations are the same
// when their facts (code, subjects, places, values) and their sites agree; two deadlocks are the
// same when the same agents are stuck at the same operations. Of all runs that show a bug the one
// that is easiest to read is kept: fewest context switches, then fewest steps, then the first.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/run.hpp"

namespace skein {

struct Finding {
  bool is_deadlock = false;
  // For a violation; wait_for.hpp says what a deadlock is about.
  Violation violation;
  // The witness: the run's steps (their moves are the schedule), and for a deadlock what every
  // stuck agent waits for.
  std::vector<Step> steps;
  std::vector<Pending> pending;
  // The witness is a run that was cut after these steps: its schedule would go on.
  bool is_cut = false;
  std::size_t switches = 0;  // steps of the witness whose agent differs from the step before
  std::uint64_t times = 0;   // runs that showed it
  // How many racy words had visible accesses when it was seen: a machine that is to show it again
  // must watch just these (the first ones of those that were found).
  std::size_t watched = 0;
  // Whether the witness, executed again in a new process, showed the same; empty: not tried.
  std::optional<bool> is_repeated;

  // "deadlock", "assertion", ...
  [[nodiscard]] std::string_view kind() const {
    return is_deadlock ? std::string_view("deadlock") : name(violation.kind());
  }
};

class FindingSet {
 public:
  // More distinct findings than this are counted, not kept: their values may differ from run to
  // run.
  static constexpr std::size_t kMostKept = 1000;

  // Takes what `run` shows: its violations or its deadlock. Cheap for bugs seen before.
  void add(const Run& run);

  // All of these were seen while so many words were watched.
  void set_watched(std::size_t words);

  // Takes those that it does not have.
  void adopt(const FindingSet& others);

  // Removes those of which `is_out` says so, asked in their order, and returns them. Nothing can be
  // added afterwards.
  std::vector<Finding> take_out(const std::function<bool(const Finding&)>& is_out);

  // In the order in which they were first seen.
  [[nodiscard]] const std::vector<Finding>& all() const { return findings_; }
  [[nodiscard]] bool is_empty() const { return findings_.empty(); }
  // Violations and deadlocks seen (not distinct ones) that were not kept.
  [[nodiscard]] std::uint64_t not_kept() const { return not_kept_; }

 private:
  void add_one(const Run& run, const Violation* violation);

  std::vector<Finding> findings_;
  std::vector<std::string> keys_;  // of the findings, in their order
  std::unordered_map<std::string, std::size_t> by_key_;
  std::string key_;  // kept to save the allocation
  std::uint64_t not_kept_ = 0;
};

// The violation of a run that has the facts of the finding's; null if there is none. For a deadlock
// ask the run's end.
[[nodiscard]] const Violation* same_violation(const Run& run, const Finding& finding);

// Steps whose agent differs from the step before.
[[nodiscard]] std::size_t count_switches(std::span<const Step> steps);

}  // namespace skein
