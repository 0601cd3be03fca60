// SPDX-License-Identifier: Apache-2.0
#include "session/program/binary_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <elf.h>
#include <fstream>
#include <string_view>
#include <sys/stat.h>

#include "core/check.hpp"
#include "report/text.hpp"

namespace skein::session {

namespace {

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw UserError(fmt::format("'{}' {}", printable(path), why));
}

// Whether the program asks for a dynamic loader, the one who loads our runtime too.
bool has_loader(std::ifstream& file, const Elf64_Ehdr& header) {
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof segment));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof segment)) return false;
    if (segment.p_type == PT_INTERP) return true;
  }
  return false;
}

}  // namespace

void require_checkable_binary(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  const auto size = static_cast<std::size_t>(file.gcount());
  const std::string_view begin(reinterpret_cast<const char*>(&header), size);
  if (begin.empty()) refuse(path, "is empty");
  if (begin.substr(0, 2) == "#!") {
    refuse(path, "is a script: give skein the program that it starts");
  }
  if (begin.substr(0, SELFMAG) != std::string_view(ELFMAG, SELFMAG)) {
    refuse(path, "is neither a model (*.skein), nor a C or C++ source, nor a Linux program");
  }
  if (size < sizeof header || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_machine != EM_X86_64) {
    refuse(path, "is a program for another kind of machine: skein runs those for x86-64");
  }
  if (header.e_type == ET_REL) {
    refuse(path, "is an object file: link it into a program first, with skein cc");
  }
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN) refuse(path, "is no program");
  if (!has_loader(file, header)) {
    refuse(path, header.e_type == ET_EXEC
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
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::streamoff>(file.tellg());
  if (size <= 0) return false;
  std::string text(static_cast<std::size_t>(size), '\0');
  file.seekg(0).read(text.data(), size);
  return text.find(kName) != std::string::npos;
}

}  // namespace skein::session
