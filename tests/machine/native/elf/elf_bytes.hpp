// SPDX-License-Identifier: Apache-2.0
// A small ELF file, made by hand so that tests can damage it in one place.
#pragma once

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace skein {

// A folder that is removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "skein-elf-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// One executable segment with 16 bytes of code, one function `worker` and one variable `total`, and
// the build id abcdef.
struct ElfBytes {
  enum Section : std::size_t { Null, Text, Symbols, Strings, Note, Names, Count };

  static constexpr std::uint64_t kCode = 0x401000;

  std::vector<char> bytes;
  std::uint64_t sections_at = 0;
  std::uint64_t segments_at = 0;
  std::uint64_t symbols_at = 0;

  ElfBytes() : bytes(sizeof(Elf64_Ehdr)) {
    std::vector<Elf64_Shdr> sections(Count);
    const auto add = [&](Section section, std::uint32_t type, std::string_view content) {
      sections[section].sh_type = type;
      sections[section].sh_offset = append(content.data(), content.size());
      sections[section].sh_size = content.size();
    };
    add(Text, SHT_PROGBITS, std::string(16, '\x90'));
    sections[Text].sh_addr = kCode;
    add(Strings, SHT_STRTAB, std::string_view("\0worker\0total\0", 14));
    Elf64_Sym symbols[3]{};
    symbols[1].st_name = 1;
    symbols[1].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbols[1].st_shndx = Text;
    symbols[1].st_value = kCode;
    symbols[1].st_size = 8;
    symbols[2].st_name = 8;
    symbols[2].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbols[2].st_shndx = Text;
    symbols[2].st_value = kCode + 8;
    symbols[2].st_size = 4;
    add(Symbols, SHT_SYMTAB, {reinterpret_cast<const char*>(symbols), sizeof symbols});
    sections[Symbols].sh_link = Strings;
    symbols_at = sections[Symbols].sh_offset;
    const Elf64_Nhdr note{4, 3, NT_GNU_BUILD_ID};
    std::string notes(reinterpret_cast<const char*>(&note), sizeof note);
    notes += std::string("GNU\0\xab\xcd\xef\0", 8);
    add(Note, SHT_NOTE, notes);
    add(Names, SHT_STRTAB, std::string_view("\0.text\0.symtab\0.strtab\0.note\0.shstrtab\0", 39));
    const std::uint32_t names[] = {0, 1, 7, 15, 23, 29};
    for (std::size_t i = 0; i < Count; ++i) sections[i].sh_name = names[i];
    Elf64_Phdr segment{};
    segment.p_type = PT_LOAD;
    segment.p_flags = PF_R | PF_X;
    segment.p_offset = sections[Text].sh_offset;
    segment.p_vaddr = kCode;
    segment.p_filesz = segment.p_memsz = 16;
    segments_at = append(&segment, sizeof segment);
    sections_at = append(sections.data(), sections.size() * sizeof sections[0]);
    Elf64_Ehdr& h = header();
    std::memcpy(h.e_ident, ELFMAG, SELFMAG);
    h.e_ident[EI_CLASS] = ELFCLASS64;
    h.e_ident[EI_DATA] = ELFDATA2LSB;
    h.e_type = ET_DYN;
    h.e_machine = EM_X86_64;
    h.e_phoff = segments_at;
    h.e_phentsize = sizeof(Elf64_Phdr);
    h.e_phnum = 1;
    h.e_shoff = sections_at;
    h.e_shentsize = sizeof(Elf64_Shdr);
    h.e_shnum = Count;
    h.e_shstrndx = Names;
  }

  Elf64_Ehdr& header() { return *reinterpret_cast<Elf64_Ehdr*>(bytes.data()); }
  Elf64_Shdr& section(Section number) {
    return reinterpret_cast<Elf64_Shdr*>(bytes.data() + sections_at)[number];
  }
  Elf64_Phdr& segment() { return *reinterpret_cast<Elf64_Phdr*>(bytes.data() + segments_at); }
  Elf64_Sym& symbol(std::size_t number) {
    return reinterpret_cast<Elf64_Sym*>(bytes.data() + symbols_at)[number];
  }

  void write(const std::string& path) const {
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  // At the next multiple of 8.
  std::uint64_t append(const void* data, std::size_t size) {
    bytes.resize((bytes.size() + 7) / 8 * 8);
    const std::size_t at = bytes.size();
    bytes.resize(at + size);
    std::memcpy(bytes.data() + at, data, size);
    return at;
  }
};

}  // namespace skein
