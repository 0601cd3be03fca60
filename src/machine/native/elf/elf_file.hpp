// SPDX-License-Identifier: Apache-2.0
// A 64-bit ELF file for x86-64, mapped for reading: the one reader of ELF files in the explorer
// process. libelf would do, but comes with libdw, which is loaded late because it makes every start
// slower (docs/architecture.md).
//
// The reader distrusts the file: a table that reaches beyond the end of the file is cut there, and
// a section, a name or a range that is not completely in the file is empty. So a damaged file has
// fewer sections, symbols or names, and reading it never fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skein {

class ElfFile {
 public:
  using Bytes = std::span<const std::uint8_t>;

  explicit ElfFile(const std::string& path);
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;
  ~ElfFile();

  // The whole file, whatever it is; empty if it cannot be read.
  [[nodiscard]] Bytes bytes() const { return bytes_; }

  // Null if this is not a 64-bit ELF file for x86-64. Then it has no sections and no segments.
  [[nodiscard]] const Elf64_Ehdr* header() const { return has_header_ ? &header_ : nullptr; }

  // By their numbers in the file.
  [[nodiscard]] const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  [[nodiscard]] const std::vector<Elf64_Phdr>& segments() const { return segments_; }

  // The first section of that name; null if there is none.
  [[nodiscard]] const Elf64_Shdr* section_named(std::string_view name) const;
  // The section that `sh_link` refers to, such as the names of a symbol table; null if there is
  // none.
  [[nodiscard]] const Elf64_Shdr* linked(const Elf64_Shdr& section) const;

  [[nodiscard]] Bytes content(const Elf64_Shdr& section) const;
  [[nodiscard]] Bytes content(const Elf64_Phdr& segment) const;
  [[nodiscard]] std::string_view name(const Elf64_Shdr& section) const;
  // The text that begins at `offset` in a table of strings.
  [[nodiscard]] std::string_view text_at(const Elf64_Shdr& strings, std::uint64_t offset) const;

  // Calls `look` with each entry (Elf64_Sym, Elf64_Rela) of a table.
  template <class Entry, class Look>
  void for_each_entry(const Elf64_Shdr& table, Look look) const {
    const Bytes entries = content(table);
    for (std::size_t at = 0; sizeof(Entry) <= entries.size() - at; at += sizeof(Entry)) {
      Entry entry;
      std::memcpy(&entry, entries.data() + at, sizeof(Entry));
      look(entry);
    }
  }

  // Calls `look` with each symbol of both symbol tables, its name, and whether its table is the
  // dynamic one.
  template <class Look>
  void for_each_symbol(Look look) const {
    for (const Elf64_Shdr& table : sections_) {
      const Elf64_Shdr* const names = linked(table);
      if ((table.sh_type != SHT_SYMTAB && table.sh_type != SHT_DYNSYM) || names == nullptr)
        continue;
      for_each_entry<Elf64_Sym>(table, [&](const Elf64_Sym& symbol) {
        look(symbol, text_at(*names, symbol.st_name), table.sh_type == SHT_DYNSYM);
      });
    }
  }

  // The bytes that are loaded at [begin, end), addresses being those in the file; empty if they are
  // not all in one executable segment.
  [[nodiscard]] Bytes code(std::uint64_t begin, std::uint64_t end) const;

  // The GNU build id in hexadecimal; empty if the file has none.
  [[nodiscard]] std::string build_id() const;

 private:
  [[nodiscard]] Bytes part(std::uint64_t offset, std::uint64_t size) const;
  template <class Entry>
  void read_table(std::uint64_t offset, std::size_t count, std::size_t entry_size,
                  std::vector<Entry>& table) const;

  Bytes bytes_;
  bool has_header_ = false;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Phdr> segments_;
};

}  // namespace skein
