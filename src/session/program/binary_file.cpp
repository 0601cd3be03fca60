// SPDX-License-Identifier: Apache-2.0
#include "session/program/binary_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <sys/stat.h>

#include "core/ensure.hpp"
#include "machine/native/elf/elf_file.hpp"
#include "report/words/text.hpp"

namespace skein::session {

namespace {

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw UserError(fmt::format("'{}' {}", printable(path), why));
}

std::string_view text_of(const ElfFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

// Whether the program uses a dynamic loader, which also loads our runtime.
bool has_loader(const ElfFile& file) {
  return std::any_of(file.segments().begin(), file.segments().end(),
                     [](const Elf64_Phdr& segment) { return segment.p_type == PT_INTERP; });
}

}  // namespace

void require_checkable_binary(const std::string& path) {
  const ElfFile file(path);
  const std::string_view begin = text_of(file);
  if (begin.empty()) refuse(path, "is empty");
  if (begin.substr(0, 2) == "#!") {
    refuse(path, "is a script: give skein the program that it starts");
  }
  if (begin.substr(0, SELFMAG) != std::string_view(ELFMAG, SELFMAG)) {
    refuse(path, "is neither a model (*.skein), nor a C or C++ source, nor a Linux program");
  }
  const Elf64_Ehdr* const header = file.header();
  if (header == nullptr) {
    refuse(path, "is a program for another kind of machine: skein runs those for x86-64");
  }
  if (header->e_type == ET_REL) {
    refuse(path, "is an object file: link it into a program first, with skein cc");
  }
  if (header->e_type != ET_EXEC && header->e_type != ET_DYN) refuse(path, "is not a program");
  if (!has_loader(file)) {
    refuse(path, header->e_type == ET_EXEC
                     ? "is statically linked, and skein's runtime cannot get into it: link it "
                       "without -static"
                     : "is a shared library or statically linked: skein needs a program that is "
                       "linked dynamically");
  }
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0) {
    refuse(path,
           "is setuid or setgid, so that no runtime can be loaded into it: check a copy "
           "without that right");
  }
}

bool is_built_for_skein(const std::string& path) {
  constexpr std::string_view kName = "libskein-runtime.so";
  const ElfFile file(path);
  return text_of(file).find(kName) != std::string_view::npos;
}

}  // namespace skein::session
