// SPDX-License-Identifier: Apache-2.0
#include "machine/native/names/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "machine/native/elf/elf_file.hpp"
#include "machine/native/names/plain_names.hpp"
#include "machine/own_code.hpp"

namespace skein {

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
  return debug_infos_->of(path_of(module));
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

std::string Symbols::find(std::uint64_t address, bool is_function) {
  const channel::ModuleRecord* const module = module_of(address);
  if (module == nullptr) return {};
  const std::uint64_t wanted = address - module->bias;
  const Symbol* const symbol = symbol_at(*module, wanted, is_function);
  if (symbol == nullptr) return {};
  const std::uint64_t offset = wanted - symbol->address;
  const std::string name = demangled(symbol->name.c_str());
  return offset == 0 ? name : fmt::format("{}+{}", name, offset);
}

std::string Symbols::function_name(std::uint64_t address) {
  return plain_function_name(find(address, true));
}

DataName Symbols::describe(std::uint64_t address) {
  const channel::ModuleRecord* const module = module_of(address);
  if (module == nullptr) return {};
  const std::uint64_t wanted = address - module->bias;
  const Symbol* const symbol = symbol_at(*module, wanted, false);
  if (symbol == nullptr) return {};
  const std::uint64_t offset = wanted - symbol->address;
  std::string name = plain_variable(demangled(symbol->name.c_str()));
  Whole whole{Whole::Kind::Variable, name};
  if (auto part = debug_info_of(*module).member(symbol->address, offset)) {
    return {name + part->text, std::move(part->type), std::move(whole)};
  }
  return {offset == 0 ? std::move(name) : fmt::format("{}+{}", name, offset), {}, std::move(whole)};
}

std::string Symbols::data_name(std::uint64_t address) { return data_at(address).text; }

DataName Symbols::data_at(std::uint64_t address) {
  DataName name = describe(address);
  if (!name.text.empty()) return name;
  const channel::ModuleRecord* const module = module_of(address);
  name.text =
      module == nullptr
          ? fmt::format("{:#x}", address)
          : fmt::format("{}+{}", std::filesystem::path(path_of(*module)).filename().string(),
                        address - module->bias);
  return name;
}

namespace {

FrameState state_of(const channel::FrameDetails& frame, const channel::ModuleRecord& module) {
  FrameState state;
  state.address = frame.pc - 1 - module.bias;
  state.low = frame.low;
  state.end = frame.end;
  for (std::uint32_t i = 0; i < channel::kFrameRegisters; ++i) {
    state.registers[static_cast<std::size_t>(channel::kFrameRegister[i])] = frame.registers[i];
  }
  return state;
}

}  // namespace

std::optional<std::vector<LocalValue>> Symbols::own_locals(const channel::FrameDetails& frame,
                                                           const ReadMemory& memory) {
  const channel::ModuleRecord* const module = module_of(frame.pc);
  if (module == nullptr) return std::nullopt;
  const Stack& functions = places_of(frame.pc);
  const auto own = std::find_if_not(functions.begin(), functions.end(), is_of_library);
  if (own == functions.end()) return std::nullopt;
  const auto number = static_cast<std::size_t>(own - functions.begin());
  std::vector<LocalValue> values = debug_info_of(*module).locals(state_of(frame, *module), memory);
  std::erase_if(values, [&](const LocalValue& value) { return value.function != number; });
  return values;
}

std::optional<DataName> Symbols::local_name(const channel::FrameDetails& frame,
                                            std::uint64_t address) {
  const channel::ModuleRecord* const module = module_of(frame.pc);
  if (module == nullptr) return std::nullopt;
  auto variable = debug_info_of(*module).local(state_of(frame, *module), address);
  if (!variable) return std::nullopt;
  const std::string function = demangled(variable->function.c_str());
  return DataName{
      variable->name + variable->part.text, std::move(variable->part.type),
      Whole{Whole::Kind::Variable, variable->name},
      is_lambda(function) || function == "operator()" ? "lambda" : plain_function_name(function)};
}

std::optional<Symbols::DataType> Symbols::type_allocated_at(std::uint64_t pc) {
  const channel::ModuleRecord* const module = module_of(pc);
  if (module == nullptr) return std::nullopt;
  DebugInfo& info = debug_info_of(*module);
  const auto type = info.allocated_type(pc - 1 - module->bias);
  if (!type) return std::nullopt;
  return DataType{&info, *type, plain_type(info.type_name(*type)), info.type_size(*type)};
}

std::optional<Symbols::DataType> Symbols::class_named(std::uint64_t pc, const std::string& name) {
  const channel::ModuleRecord* const module = module_of(pc);
  if (module == nullptr) return std::nullopt;
  DebugInfo& info = debug_info_of(*module);
  const auto type = info.class_named(name);
  if (!type) return std::nullopt;
  return DataType{&info, *type, plain_type(info.type_name(*type)), info.type_size(*type)};
}

// "push(int)", or "lambda@queue.cpp:12" after the line where the lambda expression is.
void Symbols::name_function(Place& place) {
  const std::string name = demangled(place.function.c_str());
  const unsigned line = place.declared != 0 ? place.declared : place.line;
  if (is_lambda(name) && place.declared != 0) {
    place.function = fmt::format("lambda@{}:{}", place.file, line);
  } else if (is_lambda_destructor(name) && line != 0) {
    place.function = fmt::format("~lambda@{}:{}", place.file, line);
  } else {
    place.function = plain_function(name);
  }
}

const Stack& Symbols::places_of(std::uint64_t pc) {
  const auto [entry, is_new] = places_.try_emplace(pc);
  Stack& stack = entry->second;
  if (!is_new) return stack;
  const channel::ModuleRecord* const module = module_of(pc);
  if (module != nullptr) stack = debug_info_of(*module).places(pc - 1 - module->bias);
  if (stack.empty()) stack.emplace_back();
  // A library of the system may come with the names of its own sources.
  const std::string path = module != nullptr ? path_of(*module) : std::string();
  const bool is_system = path.starts_with("/lib/") || path.starts_with("/usr/lib/");
  for (Place& place : stack) {
    name_function(place);
    if (is_system && !place.path.empty()) place.path = path + ":" + place.path;
    place.text = sources_.line(place.path, place.line);
  }
  // Without debug information there may still be symbols.
  std::string& function = stack.back().function;
  if (module != nullptr && function.empty()) {
    const Symbol* const symbol = symbol_at(*module, pc - 1 - module->bias, true);
    if (symbol != nullptr) function = plain_function(demangled(symbol->name.c_str()));
  }
  return stack;
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
    const Stack own = own_frames(stack);
    if (!own.empty() && own.front().line > 0) line = {own.front().file, own.front().line, ""};
  }
  if (line.line != 0) return line;
  if (line.text.empty()) line.text = plain_function(find(pc - 1, true));
  if (line.text.empty()) line.text = fmt::format("{:#x}", pc);
  return line;
}

}  // namespace skein
