// SPDX-License-Identifier: Apache-2.0
// The paths through a thread's local code, up to its next visible operation, depth first.
#pragma once

#include <cstdint>
#include <functional>

#include "machine/symbolic/path_transfer.hpp"

namespace skein::symbolic {

struct SearchLimits {
  std::uint32_t most_branches = 0;       // on unknown conditions, on one path
  std::uint64_t most_steps = 2'000'000;  // instructions, in all
  std::function<bool()> is_over;         // time
};

class LocalPaths {
 public:
  LocalPaths(PathTransfer& transfer, const SearchLimits& limits)
      : transfer_(transfer), limits_(limits) {}

  // Calls `look` with each path that ends: before a visible operation, at the end of the thread,
  // with a fault. Stops, and returns true, as soon as one returns true.
  bool run(Path start, AgentId agent, const std::function<bool(Path&)>& look);

  // Whether some path was given up: it does what is not followed, or a limit was reached.
  [[nodiscard]] bool is_incomplete() const { return is_incomplete_; }
  // Whether a path was given up at the limit of branches.
  [[nodiscard]] bool was_deep() const { return was_deep_; }
  void give_up() { is_incomplete_ = true; }

 private:
  PathTransfer& transfer_;
  const SearchLimits& limits_;
  bool is_incomplete_ = false;
  bool was_deep_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace skein::symbolic
