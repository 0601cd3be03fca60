// SPDX-License-Identifier: Apache-2.0
// Where the functions of an ELF file are: by its symbols, and by the tables for unwinding, which
// know those of a stripped library too. What lies between functions may be data, which nobody may
// take for instructions.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skein {

struct CodeRange {
  std::uint64_t begin;  // as the file counts addresses
  std::uint64_t end;
};

// A file of 64-bit ELF, mapped for reading.
class ElfFile {
 public:
  explicit ElfFile(const std::string& path);
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;
  ~ElfFile();

  // Ordered and disjoint; all within executable segments. Empty if it is no such file.
  [[nodiscard]] std::vector<CodeRange> functions() const;

  // Those that have a symbol with `part` in its name that `accepts` takes; ordered.
  [[nodiscard]] std::vector<CodeRange> functions_named(
      std::string_view part, const std::function<bool(std::string_view)>& accepts) const;

  // The names of all functions in it that other files can call.
  [[nodiscard]] std::vector<std::string> global_functions() const;

  // The bytes of [begin, end), addresses as the file counts them; empty if they are not all in one
  // executable segment.
  [[nodiscard]] std::span<const std::uint8_t> code(CodeRange range) const;

  // All of the file; empty if it could not be read.
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  void add_symbols(std::vector<CodeRange>& ranges) const;
  void add_unwinding(std::vector<CodeRange>& ranges) const;

  std::span<const std::uint8_t> bytes_;
};

}  // namespace skein
