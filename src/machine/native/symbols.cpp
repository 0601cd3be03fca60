// SPDX-License-Identifier: Apache-2.0
#include "machine/native/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

#include "machine/native/elf/elf_file.hpp"

namespace skein {

namespace {

std::string demangle(const char* name) {
  if (name[0] != '_' || name[1] != 'Z') return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : std::string(name);
}

}  // namespace

const channel::ModuleRecord* Symbols::module_of(std::uint64_t address) const {
  for (std::uint32_t i = 0; i < channel_.module_count; ++i) {
    const channel::ModuleRecord& m = channel_.modules[i];
    if (address >= m.begin && address < m.end) return &m;
  }
  return nullptr;
}

std::string Symbols::path_of(const channel::ModuleRecord& module) const {
  return module.path[0] == '\0' ? program_ : module.path;
}

std::string Symbols::library_of(std::uint64_t address) const {
  const channel::ModuleRecord* const module = module_of(address);
  return module != nullptr ? path_of(*module) : std::string();
}

const Symbols::Table& Symbols::table_of(const channel::ModuleRecord& module) {
  const std::string path = path_of(module);
  const auto [entry, is_new] = tables_.try_emplace(path);
  Table& table = entry->second;
  if (!is_new) return table;
  ElfFile(path).for_each_symbol([&](const Elf64_Sym& symbol, std::string_view name, bool) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT)) return;
    // A data symbol without a size is a linker's mark where some variable begins (__TMC_END__).
    if (name.empty() || (type == STT_OBJECT && symbol.st_size == 0)) return;
    table.push_back({symbol.st_value, std::max<std::uint64_t>(symbol.st_size, 1), std::string(name),
                     type == STT_FUNC});
  });
  std::sort(table.begin(), table.end(),
            [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
  return table;
}

DebugInfo& Symbols::debug_info_of(const channel::ModuleRecord& module) {
  const std::string path = path_of(module);
  std::unique_ptr<DebugInfo>& info = debug_infos_[path];
  if (info == nullptr) info = open_debug_info(path);
  return *info;
}

const Symbols::Symbol* Symbols::symbol_at(const channel::ModuleRecord& module,
                                          std::uint64_t address, bool is_function) {
  const Table& table = table_of(module);
  auto next = std::upper_bound(table.begin(), table.end(), address,
                               [](std::uint64_t a, const Symbol& s) { return a < s.address; });
  while (next != table.begin()) {
    const Symbol& s = *--next;
    if (s.is_function != is_function) continue;
    return address < s.address + s.size ? &s : nullptr;
  }
  return nullptr;
}

std::string Symbols::find(std::uint64_t address, bool is_function, bool has_members) {
  const channel::ModuleRecord* const module = module_of(address);
  if (module == nullptr) return {};
  const std::uint64_t wanted = address - module->bias;
  const Symbol* const symbol = symbol_at(*module, wanted, is_function);
  if (symbol == nullptr) return {};
  const std::uint64_t offset = wanted - symbol->address;
  const std::string name = demangle(symbol->name.c_str());
  if (!is_function && has_members) {
    if (const auto part = debug_info_of(*module).member(symbol->address, offset)) {
      return name + *part;
    }
  }
  return offset == 0 ? name : fmt::format("{}+{}", name, offset);
}

// Drops the parameters, which are the last pair of parentheses: a lambda has other pairs before, as
// in "main::{lambda()#1}::operator()() const".
std::string Symbols::function_name(std::uint64_t address) {
  std::string text = find(address, true);
  std::size_t depth = 0;
  std::size_t i = text.size();
  do {
    if (i == 0) return text;  // no parameters
    --i;
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && depth > 0) --depth;
  } while (text[i] != '(' || depth != 0);
  text.resize(i);
  return text;
}

std::string Symbols::data_name(std::uint64_t address) {
  std::string text = find(address, false);
  if (!text.empty()) return text;
  if (auto block = blocks_.upper_bound(address); block != blocks_.begin()) {
    const auto& [begin, about] = *--block;
    const std::uint64_t offset = address - begin;
    if (offset == 0) return about.name;
    if (offset < about.size) return fmt::format("{}+{}", about.name, offset);
  }
  return fmt::format("{:#x}", address);
}

void Symbols::name_block(std::uint64_t begin, std::uint64_t size, std::string name) {
  blocks_[begin] = Block{size, std::move(name)};
}

const Stack& Symbols::places_at(std::uint64_t pc) {
  const auto [entry, is_new] = places_.try_emplace(pc);
  Stack& stack = entry->second;
  if (!is_new) return stack;
  const channel::ModuleRecord* const module = module_of(pc);
  if (module != nullptr) stack = debug_info_of(*module).places(pc - 1 - module->bias);
  if (stack.empty()) stack.emplace_back();
  for (Place& place : stack) {
    place.function = demangle(place.function.c_str());
    place.text = sources_.line(place.path, place.line);
  }
  // Without debug information there may still be symbols.
  std::string& function = stack.back().function;
  if (module != nullptr && function.empty()) {
    const Symbol* const symbol = symbol_at(*module, pc - 1 - module->bias, true);
    if (symbol != nullptr) function = demangle(symbol->name.c_str());
  }
  return stack;
}

std::vector<Stack> Symbols::places_of(const std::vector<std::uint64_t>& pcs) {
  std::vector<Stack> result;
  result.reserve(pcs.size());
  for (const std::uint64_t pc : pcs) result.push_back(places_at(pc));
  return result;
}

std::string Symbols::line_of(std::uint64_t pc) {
  const SourceLine& line = source_line(pc);
  return line.line == 0 ? line.text : fmt::format("{}:{}", line.file, line.line);
}

const SourceLine& Symbols::source_line(std::uint64_t pc) {
  const auto [entry, is_new] = lines_.try_emplace(pc);
  SourceLine& line = entry->second;
  if (!is_new) return line;
  if (const channel::ModuleRecord* module = module_of(pc); module != nullptr) {
    const Stack stack = debug_info_of(*module).places(pc - 1 - module->bias);
    if (!stack.empty() && stack.front().line > 0) {
      line = {stack.front().file, stack.front().line, ""};
    }
  }
  if (line.line != 0) return line;
  if (line.text.empty()) line.text = find(pc - 1, true);
  if (line.text.empty()) line.text = fmt::format("{:#x}", pc);
  return line;
}

}  // namespace skein
