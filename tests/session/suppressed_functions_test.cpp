// SPDX-License-Identifier: Apache-2.0
// What memcheck is told to suppress are functions of the runtime: a pattern that matches none is
// left over from a name that has changed, and the function with the new name makes noise.
#include <gtest/gtest.h>

#include <fnmatch.h>
#include <string>
#include <string_view>
#include <vector>

#include "machine/native/elf/elf_file.hpp"
#include "machine/native/process/executor.hpp"
#include "session/replay/debugger.hpp"

namespace skein::session {
namespace {

std::vector<std::string> functions_of_runtime() {
  std::vector<std::string> functions;
  ElfFile(find_runtime())
      .for_each_symbol([&](const Elf64_Sym& symbol, std::string_view name, bool) {
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF) {
          functions.emplace_back(name);
        }
      });
  return functions;
}

bool has_match(const std::vector<std::string>& functions, const char* pattern) {
  for (const std::string& function : functions) {
    if (::fnmatch(pattern, function.c_str(), 0) == 0) return true;
  }
  return false;
}

TEST(SuppressedFunctions, AreFunctionsOfTheRuntime) {
  const std::vector<std::string> functions = functions_of_runtime();
  for (const char* pattern : kSuppressedFunctions) {
    EXPECT_TRUE(has_match(functions, pattern)) << pattern;
  }
  EXPECT_FALSE(has_match(functions, "*skein*runtime*no_such_function*"));
}

}  // namespace
}  // namespace skein::session
