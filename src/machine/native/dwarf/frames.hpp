// SPDX-License-Identifier: Apache-2.0
// The variables of functions that are being executed.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>

#include "machine/native/debug_info.hpp"

namespace skein::dwarf {

// The variable that contains the address, among those of `function` (out of line) and of the
// functions inlined into it. Variables of blocks that do not contain the frame's instruction count
// only if there is exactly one: other blocks may use the same memory.
[[nodiscard]] std::optional<LocalVariable> local_at(Dwarf_Die& function, const FrameState& frame,
                                                    std::uint64_t address);

}  // namespace skein::dwarf
