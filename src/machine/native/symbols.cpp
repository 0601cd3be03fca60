// SPDX-License-Identifier: Apache-2.0
#include "machine/native/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elf.h>
#include <fstream>
#include <memory>
#include <set>

namespace skein {

namespace {

std::string demangle(const char* name) {
  if (name[0] != '_' || name[1] != 'Z') return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : std::string(name);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <class T>
const T* at(const std::string& bytes, std::uint64_t offset, std::uint64_t count = 1) {
  if (offset > bytes.size() || count * sizeof(T) > bytes.size() - offset) return nullptr;
  return reinterpret_cast<const T*>(bytes.data() + offset);
}

std::string quote(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// Asks addr2line, which comes with every compiler; empty if it does not know.
SourceLine ask_for_line(const std::string& path, std::uint64_t address) {
  const std::string command =
      fmt::format("addr2line -e {} {:#x} 2>/dev/null", quote(path), address);
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  char buffer[4096];
  std::string line = fgets(buffer, sizeof(buffer), pipe) != nullptr ? buffer : "";
  pclose(pipe);
  if (const auto end = line.find_first_of("\n("); end != std::string::npos) line.resize(end);
  while (!line.empty() && line.back() == ' ') line.pop_back();
  if (line.rfind("??", 0) == 0 || line.ends_with(":0") || line.ends_with(":?")) return {};
  if (const auto slash = line.rfind('/'); slash != std::string::npos) line.erase(0, slash + 1);
  const auto colon = line.rfind(':');
  const unsigned long number =
      colon == std::string::npos ? 0 : std::strtoul(line.c_str() + colon + 1, nullptr, 10);
  if (number == 0) return {"", 0, line};
  return {line.substr(0, colon), static_cast<std::uint32_t>(number), ""};
}

// What addr2line says about many addresses: for each the functions that it lies in, innermost
// first.
std::vector<Stack> ask_for_places(const std::string& path,
                                  const std::vector<std::uint64_t>& addresses) {
  std::string command = fmt::format("addr2line -a -f -i -C -e {}", quote(path));
  for (const std::uint64_t address : addresses) command += fmt::format(" {:#x}", address);
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return std::vector<Stack>(addresses.size());
  std::vector<Stack> stacks;
  std::string function;
  bool has_function = false;
  char* buffer = nullptr;
  std::size_t capacity = 0;
  while (getline(&buffer, &capacity, pipe) > 0) {
    std::string line = buffer;
    while (!line.empty() && line.back() == '\n') line.pop_back();
    if (!has_function && line.rfind("0x", 0) == 0) {
      stacks.emplace_back();
    } else if (!has_function) {
      function = line == "??" ? "" : line;
      has_function = true;
    } else {
      has_function = false;
      Place place;
      place.function = function;
      if (const auto extra = line.find(" ("); extra != std::string::npos) line.resize(extra);
      const auto colon = line.rfind(':');
      const std::string file = line.substr(0, colon);
      const unsigned long number =
          colon == std::string::npos ? 0 : std::strtoul(line.c_str() + colon + 1, nullptr, 10);
      if (number > 0 && file.rfind("??", 0) != 0) {
        place.path = file;
        place.file = file.substr(file.rfind('/') + 1);
        place.line = static_cast<std::uint32_t>(number);
      }
      if (!stacks.empty()) stacks.back().push_back(std::move(place));
    }
  }
  std::free(buffer);
  pclose(pipe);
  stacks.resize(addresses.size());
  return stacks;
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
  const std::string bytes = read_file(path);
  const auto* header = at<Elf64_Ehdr>(bytes, 0);
  if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return table;
  const auto* sections = at<Elf64_Shdr>(bytes, header->e_shoff, header->e_shnum);
  if (sections == nullptr) return table;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    const Elf64_Shdr& section = sections[i];
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) continue;
    if (section.sh_link >= header->e_shnum) continue;
    const Elf64_Shdr& names = sections[section.sh_link];
    const std::size_t count = section.sh_size / sizeof(Elf64_Sym);
    const auto* symbols = at<Elf64_Sym>(bytes, section.sh_offset, count);
    if (symbols == nullptr || names.sh_offset + names.sh_size > bytes.size()) continue;
    for (std::size_t k = 0; k < count; ++k) {
      const auto type = ELF64_ST_TYPE(symbols[k].st_info);
      if (symbols[k].st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT)) continue;
      if (symbols[k].st_name >= names.sh_size) continue;
      // A mark of the linker's where some variable begins (__TMC_END__).
      if (type == STT_OBJECT && symbols[k].st_size == 0) continue;
      table.push_back({symbols[k].st_value, std::max<std::uint64_t>(symbols[k].st_size, 1),
                       bytes.data() + names.sh_offset + symbols[k].st_name, type == STT_FUNC});
    }
  }
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

// What our own reader does not know (debug information in a file of its own) addr2line may. It does
// not know everything better: the files of inlined functions it gets wrong where the program is
// of DWARF 5.
std::vector<Stack> Symbols::ask(const channel::ModuleRecord& module,
                                const std::vector<std::uint64_t>& addresses) {
  DebugInfo& info = debug_info_of(module);
  std::vector<Stack> stacks;
  std::vector<std::uint64_t> unknown;
  for (const std::uint64_t address : addresses) {
    stacks.push_back(info.places(address));
    for (Place& place : stacks.back()) place.function = demangle(place.function.c_str());
    if (stacks.back().empty()) unknown.push_back(address);
  }
  if (unknown.empty()) return stacks;
  std::vector<Stack> others = ask_for_places(path_of(module), unknown);
  std::size_t next = 0;
  for (Stack& stack : stacks) {
    if (stack.empty()) stack = std::move(others[next++]);
  }
  return stacks;
}

std::string Symbols::find(std::uint64_t address, bool is_function, bool has_members) {
  const channel::ModuleRecord* module = module_of(address);
  if (module == nullptr) return {};
  const Table& table = table_of(*module);
  const std::uint64_t wanted = address - module->bias;
  auto next = std::upper_bound(table.begin(), table.end(), wanted,
                               [](std::uint64_t a, const Symbol& s) { return a < s.address; });
  while (next != table.begin()) {
    const Symbol& s = *--next;
    if (s.is_function != is_function) continue;
    if (wanted >= s.address + s.size) break;
    const std::uint64_t offset = wanted - s.address;
    const std::string name = demangle(s.name.c_str());
    if (!is_function && has_members) {
      if (const auto part = debug_info_of(*module).member(s.address, offset)) return name + *part;
    }
    return offset == 0 ? name : fmt::format("{}+{}", name, offset);
  }
  return {};
}

// Without the parameters, which are the last pair of parentheses: a lambda has others before, as in
// "main::{lambda()#1}::operator()() const".
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

std::vector<Stack> Symbols::places_of(const std::vector<std::uint64_t>& pcs) {
  // By module, since each has its own symbols; many addresses in one go, since each go takes
  // milliseconds.
  std::map<const channel::ModuleRecord*, std::set<std::uint64_t>> wanted;
  for (const std::uint64_t pc : pcs) {
    if (!places_.contains(pc)) wanted[module_of(pc)].insert(pc);
  }
  for (const auto& [module, addresses] : wanted) {
    constexpr std::size_t kMostAtOnce = 1000;
    std::vector<std::uint64_t> part;
    std::vector<std::uint64_t> inside;  // the same in the module's file
    const auto ask_all = [&] {
      std::vector<Stack> stacks =
          module == nullptr ? std::vector<Stack>(part.size()) : ask(*module, inside);
      for (std::size_t i = 0; i < part.size(); ++i) {
        Stack& stack = places_[part[i]] = std::move(stacks[i]);
        if (stack.empty()) stack.emplace_back();
        // Without debug information there may still be symbols.
        if (stack.back().function.empty()) stack.back().function = function_name(part[i] - 1);
        for (Place& place : stack) place.text = sources_.line(place.path, place.line);
      }
      part.clear();
      inside.clear();
    };
    for (const std::uint64_t pc : addresses) {
      part.push_back(pc);
      inside.push_back(module == nullptr ? pc : pc - 1 - module->bias);
      if (part.size() == kMostAtOnce) ask_all();
    }
    if (!part.empty()) ask_all();
  }
  std::vector<Stack> result;
  result.reserve(pcs.size());
  for (const std::uint64_t pc : pcs) result.push_back(places_[pc]);
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
    const std::uint64_t address = pc - 1 - module->bias;
    const Stack stack = debug_info_of(*module).places(address);
    line = !stack.empty() && stack.front().line > 0
               ? SourceLine{stack.front().file, stack.front().line, ""}
               : ask_for_line(path_of(*module), address);
  }
  if (line.line != 0) return line;
  if (line.text.empty()) line.text = find(pc - 1, true);
  if (line.text.empty()) line.text = fmt::format("{:#x}", pc);
  return line;
}

}  // namespace skein
