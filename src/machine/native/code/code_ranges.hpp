// SPDX-License-Identifier: Apache-2.0
// Locates the functions of an ELF file: by its symbols, and by its unwind tables, which also list
// the functions of a stripped library. The bytes between functions may be data, which must not be
// decoded as instructions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/native/elf/elf_file.hpp"

namespace skein {

struct CodeRange {
  std::uint64_t begin;  // an address in the file
  std::uint64_t end;
};

// Ordered and disjoint; all within executable segments.
[[nodiscard]] std::vector<CodeRange> functions_of(const ElfFile& file);

// The functions with a symbol that contains `part` and that `accepts` takes; ordered.
[[nodiscard]] std::vector<CodeRange> functions_named(
    const ElfFile& file, std::string_view part,
    const std::function<bool(std::string_view)>& accepts);

// The names of all functions of the file that other files can call.
[[nodiscard]] std::vector<std::string> global_functions(const ElfFile& file);

}  // namespace skein
