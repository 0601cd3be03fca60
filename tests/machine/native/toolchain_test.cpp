// SPDX-License-Identifier: Apache-2.0
// The compiler wrappers: what they add, and when.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "machine/native/code/code_ranges.hpp"
#include "machine/native/native_runs.hpp"
#include "machine/native/process/executor.hpp"
#include "runtime/intercept/libc/watched_functions.hpp"

namespace skein::test {
namespace {

using testing::Contains;
using testing::Not;
using testing::StartsWith;

TEST(Toolchain, InstrumentsWhatItCompilesAndLinksTheRuntime) {
  const auto command = compiler_command(find_toolchain(false, "gcc"), {"a.c", "-o", "a"});
  EXPECT_EQ(command.front(), "gcc");
  EXPECT_THAT(command, Contains("-fsanitize=thread"));
  EXPECT_THAT(command, Contains(StartsWith("-Wl,-rpath,")));
  EXPECT_THAT(command, Not(Contains(StartsWith("-O"))));  // as written, unless asked for
}

TEST(Toolchain, DoesNotLinkWhenOnlyCompiling) {
  const auto command = compiler_command(find_toolchain(false, "clang-19"), {"-c", "a.c", "-O2"});
  EXPECT_THAT(command, Contains("-fsanitize=thread"));
  EXPECT_THAT(command, Not(Contains("-lskein-runtime")));
}

TEST(Toolchain, LeavesQuestionsAlone) {
  const auto command = compiler_command(find_toolchain(false, "gcc"), {"--version"});
  EXPECT_THAT(command, testing::ElementsAre("gcc", "--version"));
}

TEST(Toolchain, FindsTheCxxCompilerOfTheSameName) {
  EXPECT_EQ(find_toolchain(true, "gcc").compiler, "g++");
  EXPECT_EQ(find_toolchain(true, "/usr/bin/clang-19").compiler, "/usr/bin/clang++-19");
  EXPECT_EQ(find_toolchain(true, "g++-12").compiler, "g++-12");
}

TEST(Toolchain, TheLibraryChecksItsPreconditionsUnlessToldOtherwise) {
  const Toolchain toolchain = find_toolchain(true, "g++");
  EXPECT_THAT(compiler_command(toolchain, {"-c", "a.cpp"}), Contains("-D_GLIBCXX_ASSERTIONS="));
  for (const char* flag :
       {"-D_GLIBCXX_ASSERTIONS", "-Wp,-D_GLIBCXX_ASSERTIONS", "-U_GLIBCXX_ASSERTIONS"}) {
    EXPECT_THAT(compiler_command(toolchain, {flag, "-c", "a.cpp"}),
                Not(Contains("-D_GLIBCXX_ASSERTIONS=")));
  }
}

TEST(Toolchain, RefusesStaticPrograms) {
  EXPECT_THROW(compiler_command(find_toolchain(false, "gcc"), {"-static", "a.c"}), UserError);
}

TEST(Toolchain, ItsProgramsRunOutsideOfSkein) {
  for (const Build build : {Build::SkeinGcc, Build::SkeinClang, Build::Plain}) {
    const std::string program = built("tests/machine/native/programs/two_locks.c", build);
    EXPECT_EQ(std::system(program.c_str()), 0);
  }
}

// A function that the linker leads nowhere, or a replacement without callers, is a mistake.
TEST(Toolchain, EveryWatchedFunctionHasItsStandInAndTheReverse) {
  const std::string prefix = "__wrap_";
  std::set<std::string> defined;
  for (const std::string& name : global_functions(ElfFile(find_runtime()))) {
    if (name.rfind(prefix, 0) == 0) defined.insert(name.substr(prefix.size()));
  }
  const std::set<std::string> named(std::begin(kWatchedFunctions), std::end(kWatchedFunctions));
  // Those of the C++ library are in a file of their own.
  std::set<std::string> all = named;
  const std::string option = "--wrap=";
  std::ifstream file(std::filesystem::path(find_runtime()).parent_path() /
                     "skein-c++/library.wrap");
  for (std::string line; std::getline(file, line);) {
    ASSERT_EQ(line.rfind(option, 0), 0);
    const std::string name = line.substr(option.size());
    if (name.rfind("_ZTV", 0) == 0) continue;  // a table of virtual functions
    EXPECT_TRUE(all.insert(name).second) << name;
  }
  EXPECT_GT(all.size(), named.size());
  EXPECT_EQ(defined, all);
  EXPECT_EQ(named.size(), std::size(kWatchedFunctions)) << "one is named twice";
  for (const std::string_view name : kNotBuiltIn) EXPECT_TRUE(named.contains(std::string(name)));
}

void write_file(const std::filesystem::path& path, const char* text) {
  std::ofstream(path) << text;
}

// The program has a getline and a bzero of its own, in another file than their callers.
TEST(Toolchain, LeavesFunctionsAloneThatTheProgramDefinesItself) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "own_functions";
  std::filesystem::create_directories(folder);
  const std::string program = (folder / "program").string();
  write_file(folder / "main.c",
             "#include <stdio.h>\n"
             "#include <string.h>\n"
             "int own(char*, int);\n"
             "int main(void) { char text[8]; sprintf(text, \"%d\", 7);\n"
             "  return own(text, 3) != 21 || strcmp(text, \"7\") != 0; }\n");
  write_file(folder / "caller.c",
             "int getline(char*, int); void bzero(int*);\n"
             "int own(char* text, int n) { int seven = 0; bzero(&seven);\n"
             "  return getline(text, n) * seven; }\n");
  write_file(folder / "own.c",
             "int getline(char* text, int n) { return text[0] == '7' ? n : 0; }\n"
             "void bzero(int* number) { *number = 7; }\n");
  for (const char* compiler : {"gcc", "clang-19"}) {
    ASSERT_EQ(
        run_compiler_wrapper(false, {std::string("--compiler=") + compiler, "-fno-builtin",
                                     (folder / "main.c").string(), (folder / "caller.c").string(),
                                     (folder / "own.c").string(), "-o", program}),
        0);
    EXPECT_EQ(std::system(program.c_str()), 0);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace skein::test
