// SPDX-License-Identifier: Apache-2.0
#include "machine/native/elf/elf_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace skein {

namespace {

using Bytes = ElfFile::Bytes;

std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The notes of one section or segment follow each other, each padded to 4 bytes.
std::string build_id_in(Bytes notes) {
  const auto padded = [](std::uint64_t size) { return (size + 3U) & ~std::uint64_t{3}; };
  Elf64_Nhdr note{};
  for (std::uint64_t at = 0; sizeof note <= notes.size() - at;) {
    std::memcpy(&note, notes.data() + at, sizeof note);
    const std::uint64_t name = at + sizeof note;
    const std::uint64_t content = name + padded(note.n_namesz);
    const std::uint64_t end = content + padded(note.n_descsz);
    if (end > notes.size()) return {};
    if (note.n_type == NT_GNU_BUILD_ID &&
        as_text(notes.subspan(name)).substr(0, 4) == std::string_view("GNU\0", 4)) {
      std::string text;
      for (const std::uint8_t byte : notes.subspan(content, note.n_descsz)) {
        text += fmt::format("{:02x}", byte);
      }
      return text;
    }
    at = end;
  }
  return {};
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
  if (bytes_.size() < sizeof header_) return;
  std::memcpy(&header_, bytes_.data(), sizeof header_);
  has_header_ = std::memcmp(header_.e_ident, ELFMAG, SELFMAG) == 0 &&
                header_.e_ident[EI_CLASS] == ELFCLASS64 &&
                header_.e_ident[EI_DATA] == ELFDATA2LSB && header_.e_machine == EM_X86_64;
  if (!has_header_) return;
  read_table(header_.e_shoff, header_.e_shnum, header_.e_shentsize, sections_);
  read_table(header_.e_phoff, header_.e_phnum, header_.e_phentsize, segments_);
}

ElfFile::~ElfFile() {
  if (!bytes_.empty()) munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

template <class Entry>
void ElfFile::read_table(std::uint64_t offset, std::size_t count, std::size_t entry_size,
                         std::vector<Entry>& table) const {
  if (offset > bytes_.size() || entry_size != sizeof(Entry)) return;
  table.resize(std::min(count, (bytes_.size() - offset) / sizeof(Entry)));
  if (!table.empty()) {
    std::memcpy(table.data(), bytes_.data() + offset, table.size() * sizeof(Entry));
  }
}

ElfFile::Bytes ElfFile::part(std::uint64_t offset, std::uint64_t size) const {
  if (offset > bytes_.size() || size > bytes_.size() - offset) return {};
  return bytes_.subspan(offset, size);
}

ElfFile::Bytes ElfFile::content(const Elf64_Shdr& section) const {
  if (section.sh_type == SHT_NOBITS) return {};
  return part(section.sh_offset, section.sh_size);
}

ElfFile::Bytes ElfFile::content(const Elf64_Phdr& segment) const {
  return part(segment.p_offset, segment.p_filesz);
}

std::string_view ElfFile::text_at(const Elf64_Shdr& strings, std::uint64_t offset) const {
  const std::string_view table = as_text(content(strings));
  if (offset >= table.size()) return {};
  const std::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

std::string_view ElfFile::name(const Elf64_Shdr& section) const {
  if (header_.e_shstrndx >= sections_.size()) return {};
  return text_at(sections_[header_.e_shstrndx], section.sh_name);
}

const Elf64_Shdr* ElfFile::section_named(std::string_view wanted) const {
  const auto found = std::find_if(sections_.begin(), sections_.end(),
                                  [&](const Elf64_Shdr& s) { return name(s) == wanted; });
  return found == sections_.end() ? nullptr : &*found;
}

const Elf64_Shdr* ElfFile::linked(const Elf64_Shdr& section) const {
  return section.sh_link < sections_.size() ? &sections_[section.sh_link] : nullptr;
}

ElfFile::Bytes ElfFile::code(std::uint64_t begin, std::uint64_t end) const {
  if (begin >= end) return {};
  for (const Elf64_Phdr& segment : segments_) {
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    const Bytes loaded = content(segment);
    if (begin < segment.p_vaddr || begin - segment.p_vaddr >= loaded.size()) continue;
    const std::uint64_t at = begin - segment.p_vaddr;
    if (end - begin <= loaded.size() - at) return loaded.subspan(at, end - begin);
  }
  return {};
}

std::string ElfFile::build_id() const {
  std::string id;
  for (const Elf64_Shdr& section : sections_) {
    if (id.empty() && section.sh_type == SHT_NOTE) id = build_id_in(content(section));
  }
  for (const Elf64_Phdr& segment : segments_) {
    if (id.empty() && segment.p_type == PT_NOTE) id = build_id_in(content(segment));
  }
  return id;
}

}  // namespace skein
