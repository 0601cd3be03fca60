// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/code_ranges.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace skein {

namespace {

using Bytes = ElfFile::Bytes;

template <class T>
std::optional<T> read_at(Bytes bytes, std::uint64_t offset) {
  if (offset > bytes.size() || sizeof(T) > bytes.size() - offset) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
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

// The encoding of addresses in the entries of this CIE. Compilers write distances of four or eight
// bytes from the field itself; other encodings are not read.
std::optional<std::uint8_t> encoding_of(Bytes frame, std::uint64_t cie) {
  std::uint64_t at = cie + 9;  // length, id, version
  std::string augmentation;
  while (at < frame.size() && frame[at] != 0) augmentation += static_cast<char>(frame[at++]);
  ++at;
  if (augmentation.empty() || augmentation[0] != 'z') return std::nullopt;
  take_leb(frame, at);  // code alignment
  take_leb(frame, at);  // data alignment
  take_leb(frame, at);  // return address, as of version 3
  take_leb(frame, at);  // size of the augmentation data
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

void add_symbols(const ElfFile& file, std::vector<CodeRange>& ranges) {
  file.for_each_symbol([&](const Elf64_Sym& symbol, std::string_view, bool) {
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) return;
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (type != STT_FUNC && type != STT_GNU_IFUNC) return;
    ranges.push_back({symbol.st_value, symbol.st_value + symbol.st_size});
  });
}

void add_unwinding(const ElfFile& file, std::vector<CodeRange>& ranges) {
  for (const Elf64_Shdr& section : file.sections()) {
    if (file.name(section) != ".eh_frame") continue;
    add_frames(file.content(section), section.sh_addr, ranges);
  }
}

// Calls `look` with each function that the file defines, and its name.
template <class Look>
void for_each_function(const ElfFile& file, Look look) {
  file.for_each_symbol([&](const Elf64_Sym& symbol, std::string_view name, bool) {
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) return;
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && !name.empty()) look(symbol, name);
  });
}

// Whether some table of names contains the text: a quick test before the symbols are searched.
bool has_name_with(const ElfFile& file, std::string_view part) {
  return std::any_of(file.sections().begin(), file.sections().end(), [&](const Elf64_Shdr& s) {
    const Bytes names = file.content(s);
    return s.sh_type == SHT_STRTAB &&
           std::search(names.begin(), names.end(), part.begin(), part.end()) != names.end();
  });
}

}  // namespace

std::vector<CodeRange> functions_named(const ElfFile& file, std::string_view part,
                                       const std::function<bool(std::string_view)>& accepts) {
  std::vector<CodeRange> found;
  if (!has_name_with(file, part)) return found;
  for_each_function(file, [&](const Elf64_Sym& symbol, std::string_view name) {
    if (name.find(part) == std::string_view::npos || !accepts(name)) return;
    found.push_back({symbol.st_value, symbol.st_value + symbol.st_size});
  });
  const auto is_less = [](const CodeRange& a, const CodeRange& b) { return a.begin < b.begin; };
  const auto is_same = [](const CodeRange& a, const CodeRange& b) { return a.begin == b.begin; };
  std::sort(found.begin(), found.end(), is_less);
  found.erase(std::unique(found.begin(), found.end(), is_same), found.end());
  return found;
}

std::vector<std::string> global_functions(const ElfFile& file) {
  std::vector<std::string> found;
  for_each_function(file, [&](const Elf64_Sym& symbol, std::string_view name) {
    if (ELF64_ST_BIND(symbol.st_info) != STB_LOCAL) found.emplace_back(name);
  });
  return found;
}

std::vector<CodeRange> functions_of(const ElfFile& file) {
  std::vector<CodeRange> found;
  add_symbols(file, found);
  add_unwinding(file, found);
  std::sort(found.begin(), found.end(), [](const CodeRange& a, const CodeRange& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<CodeRange> ranges;
  for (CodeRange range : found) {
    // A function inside another one (a second entry, a part that was moved) is decoded only once.
    if (!ranges.empty()) range.begin = std::max(range.begin, ranges.back().end);
    if (range.begin < range.end && !file.code(range.begin, range.end).empty()) {
      ranges.push_back(range);
    }
  }
  return ranges;
}

}  // namespace skein
