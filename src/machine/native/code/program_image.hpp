// SPDX-License-Identifier: Apache-2.0
// What the ELF file of a program says of its code and data, as far as the analysis of its machine
// code needs it (dead_values.hpp): functions and what lies between them, global variables, whose
// addresses are known outside of the code, and the names behind calls of library functions.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "machine/native/code/code_ranges.hpp"

namespace skein {

// A global variable: [begin, end), as the file counts addresses.
struct DataSymbol {
  std::uint64_t begin;
  std::uint64_t end;
};

struct ProgramFunction {
  CodeRange range;
  // It begins with a frame of its own and is all there: not what lies between functions, and
  // neither a part of one that compilers moved away nor what is left.
  bool is_whole = false;
  bool is_start_code = false;  // of the compiler's own start files: hands out no variable
};

class ProgramImage {
 public:
  explicit ProgramImage(const std::string& path);

  // All executable code, ordered: functions, and what lies between them as if it were one.
  [[nodiscard]] const std::vector<ProgramFunction>& functions() const { return functions_; }
  [[nodiscard]] std::span<const std::uint8_t> code(CodeRange range) const {
    return file_.code(range.begin, range.end);
  }

  // Variables in .data and .bss whose addresses are known only to the code: not to a library, nor
  // to a table of pointers. Ordered; empty if the file does not say.
  [[nodiscard]] const std::vector<DataSymbol>& private_variables() const { return variables_; }
  // Whether an address may belong to writable data, or lie close before it.
  [[nodiscard]] bool is_near_data(std::uint64_t address) const;
  [[nodiscard]] bool is_in_data(std::uint64_t address) const;  // or at its end
  // Whether it lies in a variable that has a name; otherwise code may reach all data from there.
  [[nodiscard]] bool is_in_variable(std::uint64_t address) const;

  // The library function that a call of this address leads to, through the table of jumps; and the
  // one whose address is in this slot. Empty if none.
  [[nodiscard]] std::string imported_function(std::uint64_t address) const;
  [[nodiscard]] std::string imported_slot(std::uint64_t slot) const;

  // Bytes before a variable from where compilers may reach into it: they fold what they know of an
  // index into the address.
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
  std::vector<std::uint64_t> known_;    // addresses that others know
  std::vector<DataSymbol> exported_;    // variables that others know by name
  std::map<std::uint64_t, std::string> slots_;
  std::map<std::uint64_t, std::string> function_names_;
  std::vector<ProgramFunction> functions_;
};

}  // namespace skein
