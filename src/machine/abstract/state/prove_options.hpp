// SPDX-License-Identifier: Apache-2.0
// How precisely, and how long, the abstract machine analyses.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>

#include "machine/abstract/state/input_splits.hpp"

namespace skein::abstract {

struct ProveOptions {
  bool signed_overflow_is_a_bug = false;
  std::uint32_t widen_after = 200;     // iterations of a loop
  std::uint32_t most_partitions = 16;  // states kept apart at one place
  std::uint32_t most_in_sections = 64;
  std::uint64_t most_places = 4096;  // of an access, before arrays are folded
  std::uint64_t most_sizes = 64;     // of a block, before the size is a number of its own
  bool reuses_names = true;          // of freed blocks
  bool follows_counters = true;      // of loops, by their differences to shared variables
  bool watches_all = false;          // every access to shared memory is an event
  // Visits of a thread to a place before visible operations are widened. widen_sooner lowers it.
  std::uint32_t widen_events_after = kNever;
  InputSplits splits;
  std::function<bool()> is_over;  // whether the budget is used up; empty: never

  static constexpr std::uint32_t kNever = 0xffffffffU;
};

// The budget was used up inside of local code.
class OutOfBudget : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "out of budget"; }
};

}  // namespace skein::abstract
