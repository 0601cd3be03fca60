// SPDX-License-Identifier: Apache-2.0
// The ELF reader on a whole file, and on files that are damaged in one place each.
#include "machine/native/elf/elf_file.hpp"

#include <gmock/gmock.h>

#include "machine/native/code/code_ranges.hpp"
#include "machine/native/elf/elf_bytes.hpp"

namespace skein {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

struct ElfFileTest : testing::Test {
  ElfBytes elf;

  ElfFile read() {
    elf.write(folder_ / "file");
    return ElfFile(folder_ / "file");
  }

 private:
  TemporaryFolder folder_;
};

std::vector<std::string> symbol_names(const ElfFile& file) {
  std::vector<std::string> names;
  file.for_each_symbol(
      [&](const Elf64_Sym&, std::string_view name, bool) { names.emplace_back(name); });
  return names;
}

TEST_F(ElfFileTest, ReadsAWholeFile) {
  const ElfFile file = read();
  ASSERT_NE(file.header(), nullptr);
  EXPECT_EQ(file.header()->e_type, ET_DYN);
  EXPECT_THAT(file.segments(), SizeIs(1));
  ASSERT_THAT(file.sections(), SizeIs(ElfBytes::Count));
  EXPECT_EQ(file.name(file.sections()[ElfBytes::Symbols]), ".symtab");
  EXPECT_EQ(file.section_named(".note"), &file.sections()[ElfBytes::Note]);
  EXPECT_EQ(file.section_named(".data"), nullptr);
  EXPECT_THAT(symbol_names(file), ElementsAre("", "worker", "total"));
  EXPECT_EQ(file.build_id(), "abcdef");
  EXPECT_THAT(file.code(ElfBytes::kCode, ElfBytes::kCode + 16), SizeIs(16));
  EXPECT_THAT(functions_of(file), SizeIs(1));
  EXPECT_THAT(global_functions(file), ElementsAre("worker"));
}

TEST_F(ElfFileTest, AFileThatIsMissingOrEmptyHasNothing) {
  const ElfFile missing("/nonexistent/file");
  EXPECT_THAT(missing.bytes(), IsEmpty());
  EXPECT_EQ(missing.header(), nullptr);
  elf.bytes.clear();
  const ElfFile empty = read();
  EXPECT_THAT(empty.bytes(), IsEmpty());
  EXPECT_EQ(empty.header(), nullptr);
}

TEST_F(ElfFileTest, ATruncatedHeaderIsNoHeader) {
  elf.bytes.resize(sizeof(Elf64_Ehdr) - 1);
  const ElfFile file = read();
  EXPECT_THAT(file.bytes(), SizeIs(sizeof(Elf64_Ehdr) - 1));
  EXPECT_EQ(file.header(), nullptr);
}

TEST_F(ElfFileTest, RefusesOtherKindsOfFiles) {
  elf.header().e_ident[EI_CLASS] = ELFCLASS32;
  EXPECT_EQ(read().header(), nullptr);
  elf.header().e_ident[EI_CLASS] = ELFCLASS64;
  elf.header().e_ident[EI_DATA] = ELFDATA2MSB;
  EXPECT_EQ(read().header(), nullptr);
  elf.header().e_ident[EI_DATA] = ELFDATA2LSB;
  elf.header().e_machine = EM_AARCH64;
  EXPECT_EQ(read().header(), nullptr);
  elf.header().e_machine = EM_X86_64;
  EXPECT_NE(read().header(), nullptr);
  elf.header().e_ident[0] = 'M';
  EXPECT_EQ(read().header(), nullptr);
  EXPECT_THAT(read().sections(), IsEmpty());
}

TEST_F(ElfFileTest, CutsATableOfSectionsAtTheEndOfTheFile) {
  elf.bytes.resize(elf.sections_at + 2 * sizeof(Elf64_Shdr) + 1);
  const ElfFile file = read();
  EXPECT_THAT(file.sections(), SizeIs(2));
  // The names are gone, but not the content.
  EXPECT_EQ(file.name(file.sections()[ElfBytes::Text]), "");
  EXPECT_THAT(file.content(file.sections()[ElfBytes::Text]), SizeIs(16));
}

TEST_F(ElfFileTest, IgnoresATableOfSectionsBeyondTheEndOfTheFile) {
  for (const std::uint64_t offset :
       {elf.bytes.size(), elf.bytes.size() + 1, ~std::size_t{0} - 63}) {
    elf.header().e_shoff = offset;
    EXPECT_THAT(read().sections(), IsEmpty()) << offset;
  }
  elf.header().e_shoff = elf.sections_at;
  elf.header().e_shentsize = sizeof(Elf64_Shdr) - 8;
  EXPECT_THAT(read().sections(), IsEmpty());
}

TEST_F(ElfFileTest, ASectionThatIsNotAllInTheFileIsEmpty) {
  elf.section(ElfBytes::Symbols).sh_size = elf.bytes.size();
  elf.section(ElfBytes::Note).sh_offset = ~std::uint64_t{0} - 3;
  elf.section(ElfBytes::Text).sh_type = SHT_NOBITS;
  const ElfFile file = read();
  EXPECT_THAT(file.content(file.sections()[ElfBytes::Symbols]), IsEmpty());
  EXPECT_THAT(file.content(file.sections()[ElfBytes::Note]), IsEmpty());
  EXPECT_THAT(file.content(file.sections()[ElfBytes::Text]), IsEmpty());
  EXPECT_THAT(symbol_names(file), IsEmpty());
  EXPECT_EQ(file.build_id(), "");
}

TEST_F(ElfFileTest, NamesBeyondTheirTableAreEmpty) {
  elf.section(ElfBytes::Text).sh_name = 39;  // one past the end
  elf.section(ElfBytes::Note).sh_name = 0xffffffffU;
  elf.symbol(1).st_name = 14;
  const ElfFile file = read();
  EXPECT_EQ(file.name(file.sections()[ElfBytes::Text]), "");
  EXPECT_EQ(file.name(file.sections()[ElfBytes::Note]), "");
  EXPECT_THAT(symbol_names(file), ElementsAre("", "", "total"));
  EXPECT_THAT(global_functions(file), IsEmpty());
}

TEST_F(ElfFileTest, ANameWithoutAnEndStopsWithItsTable) {
  elf.section(ElfBytes::Strings).sh_size = 10;
  EXPECT_THAT(symbol_names(read()), ElementsAre("", "worker", "to"));
}

TEST_F(ElfFileTest, ATableThatLinksToNoSectionHasNoNames) {
  elf.section(ElfBytes::Symbols).sh_link = ElfBytes::Count;
  const ElfFile file = read();
  EXPECT_EQ(file.linked(file.sections()[ElfBytes::Symbols]), nullptr);
  EXPECT_THAT(symbol_names(file), IsEmpty());
  elf.header().e_shstrndx = ElfBytes::Count;
  EXPECT_EQ(read().section_named(".text"), nullptr);
}

TEST_F(ElfFileTest, CodeOutsideOfTheSegmentIsEmpty) {
  {
    const ElfFile file = read();
    EXPECT_THAT(file.code(ElfBytes::kCode + 8, ElfBytes::kCode + 17), IsEmpty());
    EXPECT_THAT(file.code(ElfBytes::kCode - 1, ElfBytes::kCode + 8), IsEmpty());
    EXPECT_THAT(file.code(ElfBytes::kCode + 8, ElfBytes::kCode + 8), IsEmpty());
    EXPECT_THAT(file.code(ElfBytes::kCode, ~std::uint64_t{0}), IsEmpty());
  }
  elf.segment().p_filesz = elf.bytes.size();
  EXPECT_THAT(read().code(ElfBytes::kCode, ElfBytes::kCode + 16), IsEmpty());
  elf.segment().p_filesz = 16;
  elf.segment().p_flags = PF_R;
  EXPECT_THAT(read().code(ElfBytes::kCode, ElfBytes::kCode + 16), IsEmpty());
}

TEST_F(ElfFileTest, ANoteThatIsLongerThanItsSectionIsNoBuildId) {
  reinterpret_cast<Elf64_Nhdr*>(elf.bytes.data() + elf.section(ElfBytes::Note).sh_offset)
      ->n_descsz = 0xffffffffU;
  EXPECT_EQ(read().build_id(), "");
}

// Whatever is cut off: each part of the file is found or is missing, and nothing is made up.
TEST_F(ElfFileTest, EveryTruncationHasAPartOfTheWhole) {
  const std::vector<char> whole = elf.bytes;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    elf.bytes.assign(whole.begin(), whole.begin() + static_cast<long>(size));
    const ElfFile file = read();
    EXPECT_EQ(file.header() != nullptr, size >= sizeof(Elf64_Ehdr));
    EXPECT_EQ(file.sections().size(),
              size < elf.sections_at ? 0 : (size - elf.sections_at) / sizeof(Elf64_Shdr));
    for (const std::string& name : symbol_names(file)) {
      EXPECT_TRUE(name.empty() || name == "worker" || name == "total") << name;
    }
    for (const CodeRange& range : functions_of(file)) {
      EXPECT_THAT(file.code(range.begin, range.end), SizeIs(8));
    }
  }
}

}  // namespace
}  // namespace skein
