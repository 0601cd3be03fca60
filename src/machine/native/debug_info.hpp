// SPDX-License-Identifier: Apache-2.0
// What the debug information (DWARF) of one file says: which part of a variable lies at an address,
// and which functions, including inlined ones, an instruction belongs to. Slow, and used only to
// show results. Addresses are those in the file, not in memory.
//
// The reader is a separate library (machine/native/dwarf), loaded on first use: libdw brings four
// more libraries along, and most runs show nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "machine/detailed_run.hpp"

namespace skein {

class DebugInfo {
 public:
  DebugInfo() = default;
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;
  DebugInfo(DebugInfo&&) = delete;
  DebugInfo& operator=(DebugInfo&&) = delete;
  virtual ~DebugInfo() = default;

  // The part of the variable at `variable` that is `offset` bytes into it: ".head",
  // ".items[3].next", "" (the variable itself), "+4" (in the middle of something). Members of the
  // library's own types (whose names begin with an underscore) are not shown: an atomic member is
  // ".flag". Empty if the variable or its type is unknown.
  [[nodiscard]] virtual std::optional<std::string> member(std::uint64_t variable,
                                                          std::uint64_t offset) = 0;

  // The functions that contain the instruction, innermost first, each with the place in it; empty
  // if nothing is known. Names of C++ functions are mangled.
  [[nodiscard]] virtual Stack places(std::uint64_t address) = 0;
};

// Throws UserError, saying why, if the reader cannot be loaded.
void require_debug_info();

// Opens `path`, or the file that holds the debug information of `path` (elf/debug_file.hpp). Never
// null: if the reader cannot be loaded, or the file is missing or unreadable, the result knows
// nothing, and findings are shown without it.
[[nodiscard]] std::unique_ptr<DebugInfo> open_debug_info(const std::string& path);

}  // namespace skein
