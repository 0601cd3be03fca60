// SPDX-License-Identifier: Apache-2.0
// Inputs for a warning: follows its schedule with inputs as variables, on all paths through the
// local code between its operations, until one shows the warning and the solver has inputs for it.
//
// If no path does, and none was given up, there are no such inputs on this schedule, nor on any
// other linearisation of the same configuration: independent operations commute (docs/prove.md says
// what follows from that).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "machine/symbolic/local_paths.hpp"
#include "machine/symbolic/path_transfer.hpp"
#include "machine/symbolic/witness_target.hpp"

namespace skein::symbolic {

// What the program is told, in the order of its questions.
struct Input {
  std::int64_t value = 0;
  bool is_any_input = false;  // else the number of a choice
};

enum class Verdict : std::uint8_t { Possible, Impossible, Unknown };

struct SearchResult {
  Verdict verdict = Verdict::Unknown;
  std::vector<Input> inputs;  // Possible
  // Where inputs were asked for that make paths impossible, or any at all; the most often first.
  std::vector<abstract::InputSplits::Place> culprits;
};

class ScheduleSearch {
 public:
  ScheduleSearch(PathTransfer& transfer, Terms& terms, Feasibility& feasibility)
      : transfer_(transfer), terms_(terms), feasibility_(feasibility) {}

  // `start`: before the first step.
  [[nodiscard]] SearchResult find(const Path& start, const WitnessTarget& target,
                                  const std::function<bool()>& is_over);

 private:
  // From step i on. True: found, and the inputs are in `result_`.
  [[nodiscard]] bool follow(Path& p, std::size_t i);
  [[nodiscard]] bool stands_at(Path& p, const ScheduledStep& step);
  [[nodiscard]] bool is_deadlock(Path& p);
  [[nodiscard]] bool accept(Path& p);

  PathTransfer& transfer_;
  Terms& terms_;
  Feasibility& feasibility_;
  const WitnessTarget* target_ = nullptr;
  LocalPaths* paths_ = nullptr;
  SearchResult result_;
};

}  // namespace skein::symbolic
