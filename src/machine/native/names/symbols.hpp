// SPDX-License-Identifier: Apache-2.0
// Maps addresses to names and source lines, for people to read. Slow, and used only to show
// results.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/names.hpp"
#include "machine/native/names/debug_info.hpp"
#include "machine/source_details.hpp"
#include "machine/source_text.hpp"
#include "protocol/channel.hpp"

namespace skein {

// The name of a place in memory, and what is there.
struct DataName {
  std::string text;  // empty: not known
  ValueType type = {};
  Whole whole = {};
  std::string function = {};  // of a local variable: the function that declares it
};

class Symbols {
 public:
  // A type of the program.
  struct DataType {
    DebugInfo* info;
    TypeNumber number;
    std::string name;
    std::uint64_t size;  // 0: not known
  };

  // `channel` says where the program and its libraries were loaded; it must outlive this object.
  Symbols(std::string program, const channel::Channel& channel,
          std::shared_ptr<DebugInfos> debug_infos)
      : program_(std::move(program)), channel_(channel), debug_infos_(std::move(debug_infos)) {}

  // "worker", or empty if unknown.
  [[nodiscard]] std::string function_name(std::uint64_t address);
  // "mutex", "queue.items[3].next" ("queue+16" without debug information); empty if the address is
  // in no global variable.
  [[nodiscard]] DataName describe(std::uint64_t address);
  // describe(), or else "libc++.so.1+7168" in a loaded file, "0x1000000010" elsewhere.
  [[nodiscard]] DataName data_at(std::uint64_t address);
  [[nodiscard]] std::string data_name(std::uint64_t address);
  // The variable of the function at the address; empty if there is none.
  [[nodiscard]] std::optional<DataName> local_name(const channel::FrameDetails& frame,
                                                   std::uint64_t address);
  // The variables with known values of the innermost of the user's own functions in the frame, in
  // their order; empty if the frame has no function of the user's own.
  [[nodiscard]] std::optional<std::vector<LocalValue>> own_locals(
      const channel::FrameDetails& frame, const ReadMemory& memory);
  // "queue+16", as the linker would say it; empty if the address is in no variable.
  [[nodiscard]] std::string linker_name(std::uint64_t address) { return find(address, false); }
  // The type that the functions at the return address allocate memory for, if they say so.
  [[nodiscard]] std::optional<DataType> type_allocated_at(std::uint64_t pc);
  // The class with this name in the file of the code.
  [[nodiscard]] std::optional<DataType> class_named(std::uint64_t pc, const std::string& name);
  // The path of the file that the address was loaded from; empty if there is none.
  [[nodiscard]] std::string library_of(std::uint64_t address) const;
  // "prog.c:12" for the call before the return address `pc`; else "function+4" or the address.
  [[nodiscard]] std::string line_of(std::uint64_t pc);
  // line_of() as data: file, line and function; without a line, all of it is in the text.
  [[nodiscard]] const SourceLine& source_line(std::uint64_t pc);

  // The places of the call before the return address, with the source text. An address inside
  // inlined functions has one place for each of them, innermost first; there is at least one.
  [[nodiscard]] const Stack& places_of(std::uint64_t pc);

 private:
  struct Symbol {
    std::uint64_t address;
    std::uint64_t size;
    std::string name;
    bool is_function;
  };
  using Table = std::vector<Symbol>;  // by address

  [[nodiscard]] const channel::ModuleRecord* module_of(std::uint64_t address) const;
  [[nodiscard]] std::string path_of(const channel::ModuleRecord& module) const;
  const Table& table_of(const channel::ModuleRecord& module);
  [[nodiscard]] std::string find(std::uint64_t address, bool is_function);
  DebugInfo& debug_info_of(const channel::ModuleRecord& module);
  // The function or variable that contains an address of the module's file; null if unknown.
  [[nodiscard]] const Symbol* symbol_at(const channel::ModuleRecord& module, std::uint64_t address,
                                        bool is_function);
  static void name_function(Place& place);

  std::string program_;
  const channel::Channel& channel_;
  std::map<std::string, Table> tables_;
  std::shared_ptr<DebugInfos> debug_infos_;
  std::map<std::uint64_t, SourceLine> lines_;
  std::map<std::uint64_t, Stack> places_;
  SourceText sources_;
};

}  // namespace skein
