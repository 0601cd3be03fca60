// SPDX-License-Identifier: Apache-2.0
// What the debug information (DWARF) of one file says: which part of a variable lies at an address,
// and which functions, inlined ones too, an instruction belongs to. Slow, and used only when
// something is shown. Addresses are those in the file, not in memory.
//
// The reader is a library of its own (machine/debug_info), loaded when first asked for: libdw
// brings four more libraries along, and most runs show nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "machine/teller.hpp"

namespace skein {

class DebugInfo {
 public:
  DebugInfo() = default;
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;
  DebugInfo(DebugInfo&&) = delete;
  DebugInfo& operator=(DebugInfo&&) = delete;
  virtual ~DebugInfo() = default;

  // Which part of the variable that begins at `variable` is `offset` bytes into it: ".head",
  // ".items[3].next", "" (the variable itself), "+4" (in the middle of something). Members of the
  // library's own types (whose names begin with an underscore) are not shown: an atomic member is
  // ".flag". Nothing if the variable or its type is not known.
  [[nodiscard]] virtual std::optional<std::string> member(std::uint64_t variable,
                                                          std::uint64_t offset) = 0;

  // The functions that the instruction lies in, innermost first, each with the place in it; empty
  // if nothing is known. Function names are mangled if there are such names.
  [[nodiscard]] virtual Stack places(std::uint64_t address) = 0;
};

// Throws UserError, saying why, if the reader cannot be loaded.
void require_debug_info();

// Never null; knows nothing if the reader cannot be loaded: a finding is shown in any case. Nor if
// there is no such file, or nothing in it that can be read.
[[nodiscard]] std::unique_ptr<DebugInfo> open_debug_info(const std::string& path);

}  // namespace skein
