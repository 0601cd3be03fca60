// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/code_ranges.hpp"

#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine/native/code/elf_bytes.hpp"

namespace skein {

namespace {

using elf::Bytes;
using elf::header_of;
using elf::read_at;

template <class Look>
void for_each_section(Bytes bytes, Look look) {
  const auto header = header_of(bytes);
  if (!header) return;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto section = read_at<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section) return;
    if (elf::is_in_file(bytes, *section)) look(*section);
  }
}

std::string section_name(Bytes bytes, const Elf64_Shdr& section) {
  const auto header = header_of(bytes);
  const auto names =
      read_at<Elf64_Shdr>(bytes, header->e_shoff + header->e_shstrndx * sizeof(Elf64_Shdr));
  std::string name;
  if (!names) return name;
  for (std::uint64_t at = names->sh_offset + section.sh_name; at < bytes.size() && bytes[at] != 0;
       ++at) {
    name += static_cast<char>(bytes[at]);
  }
  return name;
}

std::uint64_t take_leb(Bytes bytes, std::uint64_t& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; at < bytes.size() && shift < 64; shift += 7) {
    const std::uint8_t byte = bytes[at++];
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    if ((byte & 0x80U) == 0) break;
  }
  return value;
}

constexpr std::uint8_t kPcRelative = 0x10;
constexpr std::uint8_t kFourBytes = 0x0b;   // signed
constexpr std::uint8_t kEightBytes = 0x0c;  // signed

// How the addresses of the entries that belong to this CIE are written. Compilers write distances
// of four or eight bytes from the place itself; other forms are not read.
std::optional<std::uint8_t> encoding_of(Bytes frame, std::uint64_t cie) {
  std::uint64_t at = cie + 9;  // length, id, version
  std::string augmentation;
  while (at < frame.size() && frame[at] != 0) augmentation += static_cast<char>(frame[at++]);
  ++at;
  if (augmentation.empty() || augmentation[0] != 'z') return std::nullopt;
  take_leb(frame, at);  // code alignment
  take_leb(frame, at);  // data alignment
  take_leb(frame, at);  // return address, as of version 3
  take_leb(frame, at);  // size of what follows
  for (const char c : augmentation.substr(1)) {
    if (at >= frame.size()) return std::nullopt;
    if (c == 'R') return frame[at];
    if (c == 'L') {
      ++at;
    } else if (c == 'P') {
      const std::uint8_t form = frame[at] & 0x0fU;
      at += 1 + (form == kFourBytes || form == 0x03 ? 4U : 8U);
    }
  }
  return std::nullopt;
}

void add_frames(Bytes frame, std::uint64_t address, std::vector<CodeRange>& ranges) {
  std::uint64_t at = 0;
  while (const auto length = read_at<std::uint32_t>(frame, at)) {
    if (*length == 0 || *length == 0xffffffffU) return;
    const auto id = read_at<std::uint32_t>(frame, at + 4);
    if (id && *id != 0 && *id <= at + 4) {
      const std::uint64_t place = at + 8;
      const auto encoding = encoding_of(frame, at + 4 - *id);
      if (encoding == (kPcRelative | kFourBytes)) {
        const auto begin = read_at<std::int32_t>(frame, place);
        const auto size = read_at<std::uint32_t>(frame, place + 4);
        if (begin && size) {
          const std::uint64_t from = address + place + static_cast<std::uint64_t>(*begin);
          ranges.push_back({from, from + *size});
        }
      } else if (encoding == (kPcRelative | kEightBytes)) {
        const auto begin = read_at<std::int64_t>(frame, place);
        const auto size = read_at<std::uint64_t>(frame, place + 8);
        if (begin && size) {
          const std::uint64_t from = address + place + static_cast<std::uint64_t>(*begin);
          ranges.push_back({from, from + *size});
        }
      }
    }
    at += 4 + std::uint64_t{*length};
  }
}

}  // namespace

ElfFile::ElfFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status {};
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory != MAP_FAILED) bytes_ = {static_cast<const std::uint8_t*>(memory), size};
  }
  close(file);
}

ElfFile::~ElfFile() {
  if (!bytes_.empty()) munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

void ElfFile::add_symbols(std::vector<CodeRange>& ranges) const {
  for_each_section(bytes_, [&](const Elf64_Shdr& section) {
    if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) return;
    for (std::uint64_t i = 0; i < section.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = read_at<Elf64_Sym>(bytes_, section.sh_offset + i * sizeof(Elf64_Sym));
      if (!symbol || symbol->st_shndx == SHN_UNDEF || symbol->st_size == 0) continue;
      const auto type = ELF64_ST_TYPE(symbol->st_info);
      if (type != STT_FUNC && type != STT_GNU_IFUNC) continue;
      ranges.push_back({symbol->st_value, symbol->st_value + symbol->st_size});
    }
  });
}

namespace {

// The names that a table of symbols refers to.
std::string_view names_of(Bytes bytes, const Elf64_Shdr& symbols) {
  const auto names =
      read_at<Elf64_Shdr>(bytes, header_of(bytes)->e_shoff + symbols.sh_link * sizeof(Elf64_Shdr));
  if (!names || names->sh_offset > bytes.size() ||
      names->sh_size > bytes.size() - names->sh_offset) {
    return {};
  }
  return {reinterpret_cast<const char*>(bytes.data()) + names->sh_offset, names->sh_size};
}

// Calls `look` with each function of a table that is defined here, and its name.
template <class Look>
void for_each_function(Bytes bytes, const Elf64_Shdr& symbols, std::string_view names, Look look) {
  for (std::uint64_t i = 0; i < symbols.sh_size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = read_at<Elf64_Sym>(bytes, symbols.sh_offset + i * sizeof(Elf64_Sym));
    if (!symbol || symbol->st_shndx == SHN_UNDEF || symbol->st_size == 0) continue;
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_name >= names.size()) continue;
    const std::string_view rest = names.substr(symbol->st_name);
    look(*symbol, rest.substr(0, rest.find('\0')));
  }
}

bool has_symbols(const Elf64_Shdr& section) {
  return section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM;
}

}  // namespace

std::vector<CodeRange> ElfFile::functions_named(
    std::string_view part, const std::function<bool(std::string_view)>& accepts) const {
  std::vector<CodeRange> found;
  for_each_section(bytes_, [&](const Elf64_Shdr& section) {
    if (!has_symbols(section)) return;
    const std::string_view names = names_of(bytes_, section);
    // Most programs have none.
    if (names.find(part) == std::string_view::npos) return;
    for_each_function(bytes_, section, names, [&](const Elf64_Sym& symbol, std::string_view name) {
      if (name.find(part) == std::string_view::npos || !accepts(name)) return;
      found.push_back({symbol.st_value, symbol.st_value + symbol.st_size});
    });
  });
  const auto is_less = [](const CodeRange& a, const CodeRange& b) { return a.begin < b.begin; };
  const auto is_same = [](const CodeRange& a, const CodeRange& b) { return a.begin == b.begin; };
  std::sort(found.begin(), found.end(), is_less);
  found.erase(std::unique(found.begin(), found.end(), is_same), found.end());
  return found;
}

std::vector<std::string> ElfFile::global_functions() const {
  std::vector<std::string> found;
  for_each_section(bytes_, [&](const Elf64_Shdr& section) {
    if (!has_symbols(section)) return;
    for_each_function(bytes_, section, names_of(bytes_, section),
                      [&](const Elf64_Sym& symbol, std::string_view name) {
                        if (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL) found.emplace_back(name);
                      });
  });
  return found;
}

void ElfFile::add_unwinding(std::vector<CodeRange>& ranges) const {
  for_each_section(bytes_, [&](const Elf64_Shdr& section) {
    if (section_name(bytes_, section) != ".eh_frame") return;
    add_frames(bytes_.subspan(section.sh_offset, section.sh_size), section.sh_addr, ranges);
  });
}

std::span<const std::uint8_t> ElfFile::code(CodeRange range) const {
  const auto header = header_of(bytes_);
  if (!header || range.begin >= range.end) return {};
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    const auto segment = read_at<Elf64_Phdr>(bytes_, header->e_phoff + i * sizeof(Elf64_Phdr));
    if (!segment || segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
    if (range.begin < segment->p_vaddr || range.end > segment->p_vaddr + segment->p_filesz)
      continue;
    const std::uint64_t offset = segment->p_offset + (range.begin - segment->p_vaddr);
    const std::uint64_t size = range.end - range.begin;
    if (offset > bytes_.size() || size > bytes_.size() - offset) return {};
    return bytes_.subspan(offset, size);
  }
  return {};
}

std::vector<CodeRange> ElfFile::functions() const {
  std::vector<CodeRange> found;
  add_symbols(found);
  add_unwinding(found);
  std::sort(found.begin(), found.end(), [](const CodeRange& a, const CodeRange& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<CodeRange> ranges;
  for (CodeRange range : found) {
    // A function inside of another (a second entry, a part that was moved): looked at once.
    if (!ranges.empty()) range.begin = std::max(range.begin, ranges.back().end);
    if (range.begin < range.end && !code(range).empty()) ranges.push_back(range);
  }
  return ranges;
}

}  // namespace skein
