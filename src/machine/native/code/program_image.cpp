// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/program_image.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>

#ifndef SHT_RELR
#define SHT_RELR 19
#endif

namespace skein {

namespace {

std::uint64_t end_of(const Elf64_Shdr& section) { return section.sh_addr + section.sh_size; }

bool is_code(const ElfFile& file, const Elf64_Shdr& section) {
  return (section.sh_flags & SHF_EXECINSTR) != 0 && !file.content(section).empty();
}

bool contains(const DataSymbol& symbol, std::uint64_t address) {
  return symbol.begin <= address && address < symbol.end;
}

bool is_less(const DataSymbol& a, const DataSymbol& b) { return a.begin < b.begin; }

// Functions of the start files. Some register the (empty) tables of transactional memory by their
// end addresses, which may coincide with variables.
bool is_start_name(std::string_view name) {
  return name == "deregister_tm_clones" || name == "register_tm_clones" ||
         name == "__do_global_dtors_aux" || name == "frame_dummy" || name == "_start";
}

}  // namespace

ProgramImage::ProgramImage(const std::string& path) : file_(path) {
  const std::vector<CodeRange> ranges = functions_of(file_);
  if (ranges.empty()) return;
  is_position_independent_ = file_.header()->e_type == ET_DYN;
  read_sections();
  read_symbols();
  read_relocations();
  find_functions(ranges);
  drop_known_outside();
}

void ProgramImage::read_sections() {
  for (const Elf64_Shdr& section : file_.sections()) {
    if (section.sh_type == SHT_RELR) has_packed_relocations_ = true;
    const std::string_view name = file_.name(section);
    if (name == ".data" || name == ".bss") data_sections_.push_back(section);
  }
}

void ProgramImage::read_symbols() {
  const std::vector<Elf64_Shdr>& sections = file_.sections();
  file_.for_each_symbol([&](const Elf64_Sym& symbol, std::string_view name, bool is_dynamic) {
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE) return;
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    const DataSymbol range{symbol.st_value, symbol.st_value + symbol.st_size};
    const bool is_in_code =
        symbol.st_shndx < sections.size() && is_code(file_, sections[symbol.st_shndx]);
    if ((type == STT_FUNC || type == STT_NOTYPE) && is_in_code && !is_dynamic) {
      function_names_[symbol.st_value] = name;
    }
    if (type == STT_OBJECT && symbol.st_size > 0) {
      (is_dynamic ? exported_ : named_data_).push_back(range);
    } else if (type == STT_OBJECT && !is_dynamic && name == "__dso_handle") {
      named_data_.push_back({range.begin, range.begin + sizeof(void*)});  // the symbol has no size
    }
  });
  std::sort(named_data_.begin(), named_data_.end(), is_less);
}

void ProgramImage::read_relocations() {
  for (const Elf64_Shdr& section : file_.sections()) {
    const Elf64_Shdr* const symbols = file_.linked(section);
    if (section.sh_type != SHT_RELA || symbols == nullptr) continue;
    const Elf64_Shdr* const names = file_.linked(*symbols);
    const ElfFile::Bytes table = file_.content(*symbols);
    file_.for_each_entry<Elf64_Rela>(section, [&](const Elf64_Rela& rela) {
      known_.push_back(static_cast<std::uint64_t>(rela.r_addend));
      const std::uint64_t number = ELF64_R_SYM(rela.r_info);
      if (number == 0 || names == nullptr || number >= table.size() / sizeof(Elf64_Sym)) return;
      Elf64_Sym symbol;
      std::memcpy(&symbol, table.data() + number * sizeof symbol, sizeof symbol);
      known_.push_back(symbol.st_value + static_cast<std::uint64_t>(rela.r_addend));
      if (symbol.st_shndx == SHN_UNDEF) {
        slots_[rela.r_offset] = file_.text_at(*names, symbol.st_name);
      }
    });
  }
}

void ProgramImage::find_functions(const std::vector<CodeRange>& ranges) {
  std::vector<CodeRange> all = ranges;
  for (const Elf64_Shdr& section : file_.sections()) {
    if (!is_code(file_, section)) continue;
    std::uint64_t at = section.sh_addr;
    for (const CodeRange& range : ranges) {
      if (range.end <= at || range.begin >= end_of(section)) continue;
      if (range.begin > at) all.push_back({at, range.begin});
      at = range.end;
    }
    if (at < end_of(section)) all.push_back({at, end_of(section)});
  }
  std::sort(all.begin(), all.end(),
            [](const CodeRange& a, const CodeRange& b) { return a.begin < b.begin; });
  std::set<std::string> cold;
  for (const auto& [address, name] : function_names_) {
    if (const auto at = name.find(".cold"); at != std::string::npos)
      cold.insert(name.substr(0, at));
  }
  for (const CodeRange& range : all) {
    ProgramFunction function{.range = range};
    const auto end = function_names_.lower_bound(range.end);
    const auto begin = function_names_.lower_bound(range.begin);
    function.is_whole =
        begin != end && begin->first == range.begin &&
        std::none_of(begin, end, [&](const auto& entry) {
          return cold.contains(entry.second) || entry.second.find(".cold") != std::string::npos;
        });
    function.is_start_code = begin != end && std::all_of(begin, end, [](const auto& entry) {
                               return is_start_name(entry.second);
                             });
    functions_.push_back(function);
  }
}

void ProgramImage::drop_known_outside() {
  if (!is_position_independent_ || has_packed_relocations_) return;
  std::sort(known_.begin(), known_.end());
  for (const DataSymbol& symbol : named_data_) {
    const bool is_data = std::any_of(
        data_sections_.begin(), data_sections_.end(),
        [&](const Elf64_Shdr& s) { return s.sh_addr <= symbol.begin && symbol.end <= end_of(s); });
    const bool is_exported =
        std::any_of(exported_.begin(), exported_.end(), [&](const DataSymbol& other) {
          return other.begin < symbol.end && symbol.begin < other.end;
        });
    // A pointer in the data points into its object, or to its end.
    const bool may_end_there = symbol.end - symbol.begin > 2 * sizeof(void*);
    const auto first = std::lower_bound(known_.begin(), known_.end(), symbol.begin);
    const bool is_known =
        first != known_.end() && (*first < symbol.end || (may_end_there && *first == symbol.end));
    if (is_data && !is_exported && !is_known) variables_.push_back(symbol);
  }
}

bool ProgramImage::is_near_data(std::uint64_t address) const {
  return std::any_of(data_sections_.begin(), data_sections_.end(), [&](const Elf64_Shdr& s) {
    return s.sh_addr <= address + kReach && address <= end_of(s) + kReach;
  });
}

bool ProgramImage::is_in_data(std::uint64_t address) const {
  return std::any_of(data_sections_.begin(), data_sections_.end(), [&](const Elf64_Shdr& s) {
    return s.sh_addr <= address && address <= end_of(s);
  });
}

bool ProgramImage::is_in_variable(std::uint64_t address) const {
  return std::any_of(named_data_.begin(), named_data_.end(),
                     [&](const DataSymbol& symbol) { return contains(symbol, address); });
}

std::string ProgramImage::imported_slot(std::uint64_t slot) const {
  const auto found = slots_.find(slot);
  return found == slots_.end() ? std::string() : found->second;
}

// A stub is `jmp *slot(%rip)`, possibly after `endbr64` or with a prefix.
std::string ProgramImage::imported_function(std::uint64_t address) const {
  const auto code = file_.code(address, address + 16);
  std::size_t at = 0;
  constexpr std::uint8_t kEndbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
  if (code.size() == 16 && std::equal(std::begin(kEndbr), std::end(kEndbr), code.begin())) at = 4;
  if (code.size() == 16 && code[at] == 0xf2) ++at;
  if (code.size() != 16 || code[at] != 0xff || code[at + 1] != 0x25) return {};
  std::int32_t distance = 0;
  std::memcpy(&distance, code.data() + at + 2, sizeof(distance));
  return imported_slot(address + at + 6 + static_cast<std::uint64_t>(std::int64_t{distance}));
}

}  // namespace skein
