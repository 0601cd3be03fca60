// SPDX-License-Identifier: Apache-2.0
// The settings of the ir machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/input_ranges.hpp"

namespace skein::ir {

struct SystemOptions {
  bool steps_are_statements = false;
  bool signed_overflow_is_a_bug = false;
  // Each thread may wake up once from a condition variable without a signal. (With more spurious
  // wakeups no lost signal would be a deadlock, and no loop around a wait would end.)
  bool has_spurious_wakeups = false;
  bool uninitialised_is_a_bug = false;  // reading memory from malloc before it is written
  // What unknown inputs are chosen from; empty: inputs without bounds of their own are refused.
  std::vector<InputRange> inputs;
  // Unknown real inputs are chosen from them too, as whole numbers; else they are refused.
  bool reals_are_whole = false;
  std::uint64_t most_local_steps = 10'000'000;  // a step with more instructions never ends
  // When other threads may still have pointers to the block that last had the lowest free name, a
  // new block gets that name or one of this many others.
  std::uint32_t spare_names = 0;
  std::vector<std::string> arguments;  // argv; the program's name comes first
};

}  // namespace skein::ir
