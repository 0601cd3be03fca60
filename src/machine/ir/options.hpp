// SPDX-License-Identifier: Apache-2.0
// The settings of the ir machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skein::ir {

struct SystemOptions {
  bool steps_are_statements = false;
  bool signed_overflow_is_a_bug = false;
  // Each thread may wake up once from a condition variable without a signal. (With more spurious
  // wakeups no lost signal would be a deadlock, and no loop around a wait would end.)
  bool has_spurious_wakeups = false;
  bool uninitialised_is_a_bug = false;  // reading memory from malloc before it is written
  std::optional<std::pair<std::int64_t, std::int64_t>> nondet;  // range of __VERIFIER_nondet_*
  std::vector<std::int64_t> nondet_values;      // instead of a range, if there are any
  std::uint64_t most_local_steps = 10'000'000;  // a step with more instructions never ends
  // When other threads may still have pointers to the block that last had the lowest free name, a
  // new block gets that name or one of this many others.
  std::uint32_t spare_names = 0;
  std::vector<std::string> arguments;  // argv; the program's name comes first
};

}  // namespace skein::ir
