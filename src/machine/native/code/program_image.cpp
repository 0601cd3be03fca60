// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/program_image.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>

#include "machine/native/code/elf_bytes.hpp"

#ifndef SHT_RELR
#define SHT_RELR 19
#endif

namespace skein {

namespace {

using elf::read_at;

bool contains(const DataSymbol& symbol, std::uint64_t address) {
  return symbol.begin <= address && address < symbol.end;
}

bool is_less(const DataSymbol& a, const DataSymbol& b) { return a.begin < b.begin; }

// Register the (empty) tables of transactional memory, by the addresses of their ends, which may be
// those of variables.
bool is_start_name(std::string_view name) {
  return name == "deregister_tm_clones" || name == "register_tm_clones" ||
         name == "__do_global_dtors_aux" || name == "frame_dummy" || name == "_start";
}

}  // namespace

ProgramImage::ProgramImage(const std::string& path) : file_(path) {
  const std::vector<CodeRange> ranges = file_.functions();
  if (ranges.empty()) return;
  read_sections();
  read_symbol_tables();
  read_relocations();
  find_functions(ranges);
  drop_known_outside();
}

void ProgramImage::read_sections() {
  const auto bytes = file_.bytes();
  const auto header = elf::header_of(bytes);
  if (!header) return;
  is_position_independent_ = header->e_type == ET_DYN;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto s = read_at<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!s) break;
    const bool is_in_file = elf::is_in_file(bytes, *s);
    sections_.push_back({s->sh_name, s->sh_addr, s->sh_addr + s->sh_size, s->sh_offset, s->sh_size,
                         s->sh_type, s->sh_link, (s->sh_flags & SHF_EXECINSTR) != 0 && is_in_file,
                         is_in_file});
    if (s->sh_type == SHT_RELR) has_packed_relocations_ = true;
  }
  if (header->e_shstrndx >= sections_.size()) return;
  const Section& names = sections_[header->e_shstrndx];
  for (const Section& section : sections_) {
    const std::string name = text_at(names, section.name);
    if (name == ".data" || name == ".bss") data_sections_.push_back(section);
  }
}

std::string ProgramImage::text_at(const Section& strings, std::uint64_t offset) const {
  std::string text;
  const auto bytes = file_.bytes();
  if (!strings.is_in_file) return text;
  for (; offset < strings.size && bytes[strings.offset + offset] != 0; ++offset) {
    text += static_cast<char>(bytes[strings.offset + offset]);
  }
  return text;
}

void ProgramImage::read_symbol_tables() {
  for (const Section& section : sections_) {
    if (!section.is_in_file || section.link >= sections_.size()) continue;
    if (section.type == SHT_SYMTAB) read_symbols(section, false);
    if (section.type == SHT_DYNSYM) read_symbols(section, true);
  }
  std::sort(named_data_.begin(), named_data_.end(), is_less);
}

void ProgramImage::read_symbols(const Section& section, bool is_dynamic) {
  for (std::uint64_t i = 0; i < section.size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = read_at<Elf64_Sym>(file_.bytes(), section.offset + i * sizeof(Elf64_Sym));
    if (!symbol || symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE) continue;
    const auto type = ELF64_ST_TYPE(symbol->st_info);
    const DataSymbol range{symbol->st_value, symbol->st_value + symbol->st_size};
    const bool is_in_code =
        symbol->st_shndx < sections_.size() && sections_[symbol->st_shndx].is_code;
    if ((type == STT_FUNC || type == STT_NOTYPE) && is_in_code && !is_dynamic) {
      function_names_[symbol->st_value] = text_at(sections_[section.link], symbol->st_name);
    }
    if (type == STT_OBJECT && symbol->st_size > 0) {
      (is_dynamic ? exported_ : named_data_).push_back(range);
    } else if (type == STT_OBJECT && !is_dynamic &&
               text_at(sections_[section.link], symbol->st_name) == "__dso_handle") {
      named_data_.push_back({range.begin, range.begin + sizeof(void*)});  // it tells no size
    }
  }
}

void ProgramImage::read_relocations() {
  for (const Section& section : sections_) {
    if (section.type != SHT_RELA || !section.is_in_file || section.link >= sections_.size()) {
      continue;
    }
    const Section& symbols = sections_[section.link];
    for (std::uint64_t i = 0; i < section.size / sizeof(Elf64_Rela); ++i) {
      const auto rela = read_at<Elf64_Rela>(file_.bytes(), section.offset + i * sizeof(Elf64_Rela));
      if (!rela) break;
      known_.push_back(static_cast<std::uint64_t>(rela->r_addend));
      const std::uint64_t number = ELF64_R_SYM(rela->r_info);
      if (number == 0 || !symbols.is_in_file || symbols.link >= sections_.size()) continue;
      const auto symbol =
          read_at<Elf64_Sym>(file_.bytes(), symbols.offset + number * sizeof(Elf64_Sym));
      if (!symbol) continue;
      known_.push_back(symbol->st_value + static_cast<std::uint64_t>(rela->r_addend));
      if (symbol->st_shndx == SHN_UNDEF) {
        slots_[rela->r_offset] = text_at(sections_[symbols.link], symbol->st_name);
      }
    }
  }
}

void ProgramImage::find_functions(const std::vector<CodeRange>& ranges) {
  std::vector<CodeRange> all = ranges;
  for (const Section& section : sections_) {
    if (!section.is_code) continue;
    std::uint64_t at = section.begin;
    for (const CodeRange& range : ranges) {
      if (range.end <= at || range.begin >= section.end) continue;
      if (range.begin > at) all.push_back({at, range.begin});
      at = range.end;
    }
    if (at < section.end) all.push_back({at, section.end});
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
        [&](const Section& s) { return s.begin <= symbol.begin && symbol.end <= s.end; });
    const bool is_exported =
        std::any_of(exported_.begin(), exported_.end(), [&](const DataSymbol& other) {
          return other.begin < symbol.end && symbol.begin < other.end;
        });
    // A pointer in the data lies in its object, or at its end.
    const bool may_end_there = symbol.end - symbol.begin > 2 * sizeof(void*);
    const auto first = std::lower_bound(known_.begin(), known_.end(), symbol.begin);
    const bool is_known =
        first != known_.end() && (*first < symbol.end || (may_end_there && *first == symbol.end));
    if (is_data && !is_exported && !is_known) variables_.push_back(symbol);
  }
}

bool ProgramImage::is_near_data(std::uint64_t address) const {
  return std::any_of(data_sections_.begin(), data_sections_.end(), [&](const Section& s) {
    return s.begin <= address + kReach && address <= s.end + kReach;
  });
}

bool ProgramImage::is_in_data(std::uint64_t address) const {
  return std::any_of(data_sections_.begin(), data_sections_.end(),
                     [&](const Section& s) { return s.begin <= address && address <= s.end; });
}

bool ProgramImage::is_in_variable(std::uint64_t address) const {
  return std::any_of(named_data_.begin(), named_data_.end(),
                     [&](const DataSymbol& symbol) { return contains(symbol, address); });
}

std::string ProgramImage::imported_slot(std::uint64_t slot) const {
  const auto found = slots_.find(slot);
  return found == slots_.end() ? std::string() : found->second;
}

// A stub is `jmp *slot(%rip)`, maybe after `endbr64`, maybe with a prefix.
std::string ProgramImage::imported_function(std::uint64_t address) const {
  const auto code = file_.code({address, address + 16});
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
