// SPDX-License-Identifier: Apache-2.0
// Maps addresses to names and source lines, for people to read. Slow, and used only to show
// results.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/names.hpp"
#include "machine/detailed_run.hpp"
#include "machine/native/debug_info.hpp"
#include "machine/source_text.hpp"
#include "protocol/channel.hpp"

namespace skein {

class Symbols {
 public:
  // `channel` says where the program and its libraries were loaded; it must outlive this object.
  Symbols(std::string program, const channel::Channel& channel)
      : program_(std::move(program)), channel_(channel) {}

  // "worker", or empty if unknown.
  [[nodiscard]] std::string function_name(std::uint64_t address);
  // "mutex", "queue.items[3].next" ("queue+16" without debug information), "malloc@queue.c:12+8"
  // for a block that has a name, or "0x1000000010".
  [[nodiscard]] std::string data_name(std::uint64_t address);
  // "queue+16", as the linker would say it; empty if the address is in no variable.
  [[nodiscard]] std::string linker_name(std::uint64_t address) {
    return find(address, false, false);
  }
  // The path of the file that the address was loaded from; empty if there is none.
  [[nodiscard]] std::string library_of(std::uint64_t address) const;
  void name_block(std::uint64_t begin, std::uint64_t size, std::string name);
  // "prog.c:12" for the call before the return address `pc`; else "function+4" or the address.
  [[nodiscard]] std::string line_of(std::uint64_t pc);
  // The same in parts; if there is no line, all is text.
  [[nodiscard]] const SourceLine& source_line(std::uint64_t pc);

  // The places of the calls before these return addresses, with the source text. An address inside
  // inlined functions has one place for each of them, innermost first.
  [[nodiscard]] std::vector<Stack> places_of(const std::vector<std::uint64_t>& pcs);

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
  [[nodiscard]] std::string find(std::uint64_t address, bool is_function, bool has_members = true);
  DebugInfo& debug_info_of(const channel::ModuleRecord& module);
  // The function or variable that contains an address of the module's file; null if unknown.
  [[nodiscard]] const Symbol* symbol_at(const channel::ModuleRecord& module, std::uint64_t address,
                                        bool is_function);
  [[nodiscard]] const Stack& places_at(std::uint64_t pc);

  std::string program_;
  const channel::Channel& channel_;
  std::map<std::string, Table> tables_;
  std::map<std::string, std::unique_ptr<DebugInfo>> debug_infos_;
  std::map<std::uint64_t, SourceLine> lines_;
  std::map<std::uint64_t, Stack> places_;
  struct Block {
    std::uint64_t size;
    std::string name;
  };
  std::map<std::uint64_t, Block> blocks_;  // of the heap, by address
  SourceText sources_;
};

}  // namespace skein
