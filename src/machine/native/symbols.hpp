// From addresses to names and source lines, for people to read. Slow, and used only when something
// is shown.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "runtime/channel.hpp"

namespace skein {

class Symbols {
 public:
  // `channel` tells where the program and its libraries were loaded; it must outlive this.
  Symbols(std::string program, const channel::Channel& channel)
      : program_(std::move(program)), channel_(channel) {}

  // "worker", or empty if unknown.
  [[nodiscard]] std::string function_name(std::uint64_t address);
  // "mutex", "queue+16", or "0x1000000010 (heap of agent 0)".
  [[nodiscard]] std::string data_name(std::uint64_t address);
  // "prog.c:12" for the call before the return address `pc`; else "function+4" or the address.
  [[nodiscard]] std::string line_of(std::uint64_t pc);

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

  std::string program_;
  const channel::Channel& channel_;
  std::map<std::string, Table> tables_;
  std::map<std::uint64_t, std::string> lines_;
};

}  // namespace skein
