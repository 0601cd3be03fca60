// SPDX-License-Identifier: Apache-2.0
// The variables of functions that are being executed.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/native/names/debug_info.hpp"

namespace skein::dwarf {

// The variable that contains the address, among those of `function` (out of line) and of the
// functions inlined into it. Variables of blocks that do not contain the frame's instruction count
// only if there is exactly one: other blocks may use the same memory.
[[nodiscard]] std::optional<LocalVariable> local_at(Dwarf_Die& function, const FrameState& frame,
                                                    std::uint64_t address);

// The variables of the function, and of the functions inlined into it, that are in scope at the
// frame's instruction and whose values are known.
[[nodiscard]] std::vector<LocalValue> locals_of(Dwarf_Die& function, const FrameState& frame,
                                                const ReadMemory& memory);

}  // namespace skein::dwarf
