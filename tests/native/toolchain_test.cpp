// The compiler wrappers: what they add, and when.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "native/native_runs.hpp"

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

TEST(Toolchain, RefusesStaticPrograms) {
  EXPECT_THROW(compiler_command(find_toolchain(false, "gcc"), {"-static", "a.c"}), UserError);
}

TEST(Toolchain, ItsProgramsRunOutsideOfSkein) {
  for (const Build build : {Build::SkeinGcc, Build::SkeinClang, Build::Plain}) {
    const std::string program = built("tests/native/programs/two_locks.c", build);
    EXPECT_EQ(std::system(program.c_str()), 0);
  }
}

}  // namespace
}  // namespace skein::test
