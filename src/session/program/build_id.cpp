// SPDX-License-Identifier: Apache-2.0
#include "session/program/build_id.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <string_view>

namespace skein::session {

namespace {

template <class T>
bool read_at(std::string_view bytes, std::uint64_t offset, T& value) {
  if (offset > bytes.size() || sizeof value > bytes.size() - offset) return false;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return true;
}

// The notes of one segment, one after the other, each padded to 4 bytes.
std::string build_id_in(std::string_view notes) {
  Elf64_Nhdr note{};
  for (std::uint64_t at = 0; read_at(notes, at, note);) {
    const auto padded = [](std::uint64_t size) { return (size + 3U) & ~std::uint64_t{3}; };
    const std::uint64_t name = at + sizeof note;
    const std::uint64_t content = name + padded(note.n_namesz);
    const std::uint64_t end = content + padded(note.n_descsz);
    if (end > notes.size()) return "";
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(name, 4) == std::string_view("GNU\0", 4)) {
      std::string text;
      for (const char byte : notes.substr(content, note.n_descsz)) {
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
      }
      return text;
    }
    at = end;
  }
  return "";
}

}  // namespace

std::string build_id_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return "";
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Elf64_Ehdr header{};
  if (read_at(bytes, 0, header) && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0) {
    for (unsigned i = 0; i < header.e_phnum; ++i) {
      Elf64_Phdr segment{};
      if (!read_at(bytes, header.e_phoff + i * sizeof segment, segment)) break;
      if (segment.p_type != PT_NOTE || segment.p_offset > bytes.size()) continue;
      const std::string id =
          build_id_in(std::string_view(bytes).substr(segment.p_offset, segment.p_filesz));
      if (!id.empty()) return id;
    }
  }
  return fmt::format("xxh:{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

}  // namespace skein::session
