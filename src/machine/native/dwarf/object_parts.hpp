// SPDX-License-Identifier: Apache-2.0
// Which part of an object lies at an offset, in the program's own words (Part in debug_info.hpp).
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>

#include "machine/native/names/debug_info.hpp"

namespace skein::dwarf {

[[nodiscard]] Part part_of(Dwarf_Die& type, std::uint64_t offset);

}  // namespace skein::dwarf
