// SPDX-License-Identifier: Apache-2.0
// The bytes of an ELF file, read with distrust: nothing is taken to be where the file says it is.
#pragma once

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <optional>
#include <span>

namespace skein::elf {

using Bytes = std::span<const std::uint8_t>;

template <class T>
std::optional<T> read_at(Bytes bytes, std::uint64_t offset) {
  if (offset > bytes.size() || sizeof(T) > bytes.size() - offset) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// Of a file for this processor; nothing if it is none.
inline std::optional<Elf64_Ehdr> header_of(Bytes bytes) {
  const auto header = read_at<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64) {
    return std::nullopt;
  }
  return header;
}

// Whether the section has bytes, and the file has them all.
inline bool is_in_file(Bytes bytes, const Elf64_Shdr& section) {
  return section.sh_type != SHT_NOBITS && section.sh_offset <= bytes.size() &&
         section.sh_size <= bytes.size() - section.sh_offset;
}

}  // namespace skein::elf
