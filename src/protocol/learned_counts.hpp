// SPDX-License-Identifier: Apache-2.0
// What runs have taught about reference counts (runtime/memory/shared_counts.hpp), as entries in
// the table of watched words, so that replays, trace files and checkpoints carry it along.
#pragma once

#include <cstdint>

namespace skein::channel::counts {

inline constexpr std::uint64_t kTag = std::uint64_t{1} << 61U;  // and no higher bit

constexpr bool is_one(std::uint64_t entry) { return entry >> 61U == 1; }

// The counts of the type of control block with this table of virtual functions are steps.
constexpr std::uint64_t type(std::uint64_t virtual_functions) { return kTag | virtual_functions; }
// All counts are steps.
constexpr std::uint64_t all() { return kTag; }

}  // namespace skein::channel::counts
