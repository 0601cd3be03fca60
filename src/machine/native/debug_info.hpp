// What the debug information (DWARF, read by libdw) of one file says: which part of a variable lies
// at an address, and which functions, inlined ones too, an instruction belongs to. Slow, and used
// only when something is shown. Addresses are those in the file, not in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "machine/teller.hpp"

namespace skein {

class DebugInfo {
 public:
  explicit DebugInfo(const std::string& path);
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;
  DebugInfo(DebugInfo&&) = delete;
  DebugInfo& operator=(DebugInfo&&) = delete;
  ~DebugInfo();

  // Which part of the variable that begins at `variable` is `offset` bytes into it: ".head",
  // ".items[3].next", "" (the variable itself), "+4" (in the middle of something). Members of the
  // library's own types (whose names begin with an underscore) are not shown: an atomic member is
  // ".flag". Nothing if the variable or its type is not known.
  [[nodiscard]] std::optional<std::string> member(std::uint64_t variable, std::uint64_t offset);

  // The functions that the instruction lies in, innermost first, each with the place in it; empty
  // if nothing is known. Function names are mangled if there are such names.
  [[nodiscard]] Stack places(std::uint64_t address);

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace skein
