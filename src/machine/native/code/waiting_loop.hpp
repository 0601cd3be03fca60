// SPDX-License-Identifier: Apache-2.0
// Loops of foreign code that can do nothing but wait: they read, compare and jump. The executor
// sees what such a loop reads, so it can tell that an iteration has made no progress
// (runtime/foreign/waiting_loops.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace skein::code {

struct LoopInstruction {
  std::uint64_t address;
  bool accesses_memory;  // other than the stack
};

// The instructions of all loops in the function of the file that contain the instruction at
// `address`. Empty if there is no loop, or if some of it writes to memory other than atomically,
// calls, or is too long.
[[nodiscard]] std::vector<LoopInstruction> find_waiting_loop(const std::string& path,
                                                             std::uint64_t address);

}  // namespace skein::code
