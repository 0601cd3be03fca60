// SPDX-License-Identifier: Apache-2.0
// What the debug information (DWARF) of one file says: which part of a variable lies at an address,
// and which functions, including inlined ones, an instruction belongs to. Slow, and used only to
// show results. Addresses are those in the file, not in memory.
//
// The reader is a separate library (machine/native/dwarf), loaded on first use: libdw brings four
// more libraries along, and most runs show nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/source_details.hpp"

namespace skein {

// How to read the bytes of a variable.
enum class ValueKind : std::uint8_t {
  Unknown,
  Signed,
  Unsigned,
  Boolean,
  Character,
  Float,
  Pointer
};

struct ValueType {
  ValueKind kind = ValueKind::Unknown;
  std::uint32_t size = 0;
  std::vector<std::pair<std::int64_t, std::string>> enumerators;  // of an enumeration
};

// A part of a variable: ".head", ".items[3].next", "" (the whole), "+4" (in the middle of
// something). Of the library's own types (whose members have reserved names) only the innermost
// member is shown, and only if it is not the whole: an atomic member is ".flag", the size of a map
// ".items.node_count".
struct Part {
  std::string text;
  ValueType type;
};

// A function that is being executed. `address` is that of an instruction in the file; the rest are
// values in memory.
struct FrameState {
  static constexpr std::size_t kRegisters = 17;

  std::uint64_t address = 0;
  std::uint64_t low = 0;                                           // the stack pointer
  std::uint64_t end = 0;                                           // the canonical frame address
  std::array<std::optional<std::uint64_t>, kRegisters> registers;  // by their numbers in DWARF
};

// A variable of a function that is being executed.
struct LocalVariable {
  std::string function;  // that declares it; C++ names are mangled
  std::string name;
  Part part;
};

// Reads memory as it was when the function was executed; empty if that was not kept.
using ReadMemory =
    std::function<std::optional<std::uint64_t>(std::uint64_t address, std::uint32_t size)>;

// The value of a variable of a function that is being executed: a number, or a pointer. Of a
// reference it is the value of what it refers to.
struct LocalValue {
  std::size_t function = 0;  // that declares it: its number in places()
  std::string name;
  std::uint32_t line = 0;  // of the declaration; 0: not known, or a parameter
  ValueType type;
  std::uint64_t bits = 0;
};

// A type of the program, for the reader it comes from.
using TypeNumber = std::size_t;

class DebugInfo {
 public:
  DebugInfo() = default;
  DebugInfo(const DebugInfo&) = delete;
  DebugInfo& operator=(const DebugInfo&) = delete;
  DebugInfo(DebugInfo&&) = delete;
  DebugInfo& operator=(DebugInfo&&) = delete;
  virtual ~DebugInfo() = default;

  // The part of the variable at `variable` that is `offset` bytes into it. Empty if the variable or
  // its type is unknown.
  [[nodiscard]] virtual std::optional<Part> member(std::uint64_t variable,
                                                   std::uint64_t offset) = 0;

  // The variable of the function, or of one inlined into it, that contains the address.
  [[nodiscard]] virtual std::optional<LocalVariable> local(const FrameState& frame,
                                                           std::uint64_t address) = 0;

  // The variables that are in scope at the frame's instruction, and declared on a line before it.
  [[nodiscard]] virtual std::vector<LocalValue> locals(const FrameState& frame,
                                                       const ReadMemory& memory) = 0;

  // The functions that contain the instruction, innermost first, each with the place in it; empty
  // if nothing is known. Names of C++ functions are mangled.
  [[nodiscard]] virtual Stack places(std::uint64_t address) = 0;

  // The type that the functions at the instruction allocate memory for, if they say so: allocators
  // and std::make_unique have it as a parameter.
  [[nodiscard]] virtual std::optional<TypeNumber> allocated_type(std::uint64_t address) = 0;
  // The class with this name, without its namespaces.
  [[nodiscard]] virtual std::optional<TypeNumber> class_named(const std::string& name) = 0;
  [[nodiscard]] virtual std::string type_name(TypeNumber type) = 0;
  [[nodiscard]] virtual std::uint64_t type_size(TypeNumber type) = 0;  // 0: unknown
  [[nodiscard]] virtual Part part(TypeNumber type, std::uint64_t offset) = 0;
};

// Throws UserError, saying why, if the reader cannot be loaded.
void require_debug_info();

// Opens `path`, or the file that holds the debug information of `path` (elf/debug_file.hpp). Never
// null: if the reader cannot be loaded, or the file is missing or unreadable, the result knows
// nothing, and findings are shown without it.
[[nodiscard]] std::unique_ptr<DebugInfo> open_debug_info(const std::string& path);

// The debug information of several files, each opened when it is first asked for. Machines that run
// the same program share it: that of the C library, where stacks begin, takes some 50 ms to open.
class DebugInfos {
 public:
  [[nodiscard]] DebugInfo& of(const std::string& path) {
    std::unique_ptr<DebugInfo>& info = by_path_[path];
    if (info == nullptr) info = open_debug_info(path);
    return *info;
  }

 private:
  std::map<std::string, std::unique_ptr<DebugInfo>> by_path_;
};

}  // namespace skein
