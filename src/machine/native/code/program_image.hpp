// SPDX-License-Identifier: Apache-2.0
// The code and data of a program, from its ELF file, as the analysis of machine code
// (dead_value_analysis.hpp) needs them: functions and the gaps between them, global variables, the
// addresses known outside the code, and the names behind calls of library functions.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "machine/native/code/code_ranges.hpp"

namespace skein {

// A global variable: [begin, end), as addresses in the file.
struct DataSymbol {
  std::uint64_t begin;
  std::uint64_t end;
};

struct ProgramFunction {
  CodeRange range;
  // It begins with a frame of its own and is complete: neither a gap between functions, nor one
  // part of a function that the compiler split.
  bool is_whole = false;
  bool is_start_code = false;  // from the compiler's start files: passes on no variable
};

class ProgramImage {
 public:
  explicit ProgramImage(const std::string& path);

  // All executable code, ordered: functions, and each gap between them as if it were one.
  [[nodiscard]] const std::vector<ProgramFunction>& functions() const { return functions_; }
  [[nodiscard]] std::span<const std::uint8_t> code(CodeRange range) const {
    return file_.code(range.begin, range.end);
  }

  // Variables in .data and .bss whose addresses only the code knows: no library and no table of
  // pointers has them. Ordered; empty if the file does not say.
  [[nodiscard]] const std::vector<DataSymbol>& private_variables() const { return variables_; }
  // Whether an address may belong to writable data, or lies close before it.
  [[nodiscard]] bool is_near_data(std::uint64_t address) const;
  [[nodiscard]] bool is_in_data(std::uint64_t address) const;  // or at its end
  // Whether it lies in a named variable; otherwise code may reach all data from there.
  [[nodiscard]] bool is_in_variable(std::uint64_t address) const;

  // The library function that a call of this address reaches through the jump table; and the one
  // whose address is in this slot. Empty if there is none.
  [[nodiscard]] std::string imported_function(std::uint64_t address) const;
  [[nodiscard]] std::string imported_slot(std::uint64_t slot) const;

  // Compilers may reach into a variable from this many bytes before it: they fold a known part of
  // an index into the address.
  static constexpr std::uint64_t kReach = 256;

 private:
  void read_sections();
  void read_symbols();
  void read_relocations();
  void find_functions(const std::vector<CodeRange>& ranges);
  void drop_known_outside();

  ElfFile file_;
  bool is_position_independent_ = false;
  bool has_packed_relocations_ = false;
  std::vector<Elf64_Shdr> data_sections_;  // .data and .bss
  std::vector<DataSymbol> variables_;
  std::vector<DataSymbol> named_data_;  // all variables, private or not
  std::vector<std::uint64_t> known_;    // addresses known outside the code
  std::vector<DataSymbol> exported_;    // variables known by name outside the code
  std::map<std::uint64_t, std::string> slots_;
  std::map<std::uint64_t, std::string> function_names_;
  std::vector<ProgramFunction> functions_;
};

}  // namespace skein
