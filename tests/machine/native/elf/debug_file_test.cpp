// SPDX-License-Identifier: Apache-2.0
// Debug information that is not in the program itself: in a file that a distribution would strip
// off, and in the .dwo files of -gsplit-dwarf.
#include "machine/native/elf/debug_file.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "machine/native/elf/elf_bytes.hpp"
#include "machine/native/elf/elf_file.hpp"
#include "machine/native/names/debug_info.hpp"

namespace skein {
namespace {

namespace fs = std::filesystem;
using testing::SizeIs;

struct DebugFileTest : testing::Test {
  TemporaryFolder folder;
  const std::string program = folder / "program";
  const std::string system_folder = folder / "system";

  void SetUp() override {
    if (std::system("objcopy --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs binutils";
    std::ofstream(folder / "program.c") << "int total;\n"
                                           "int worker(int n) { return total += n; }\n"
                                           "int main() { return worker(0); }\n";
  }

  void run(const std::string& command) const {
    ASSERT_EQ(std::system(("cd '" + (folder / ".") + "' && " + command).c_str()), 0) << command;
  }

  // Moves the debug information to program.debug.
  void strip() {
    run("gcc -g -O1 -fno-inline -Wl,--build-id program.c -o program");
    worker_ = address_of_worker();
    run("objcopy --only-keep-debug program program.debug && strip program");
  }

  [[nodiscard]] std::uint64_t address_of_worker() const {
    std::uint64_t address = 0;
    ElfFile(program).for_each_symbol([&](const Elf64_Sym& symbol, std::string_view name, bool) {
      if (name == "worker") address = symbol.st_value;
    });
    return address;
  }

  std::uint64_t worker_ = 0;
};

TEST_F(DebugFileTest, AProgramWithDebugInformationIsItsOwn) {
  run("gcc -g program.c -o program");
  EXPECT_EQ(debug_file_of(program, system_folder), program);
}

TEST_F(DebugFileTest, AFileThatHasNoneAnywhereIsItsOwn) {
  strip();
  EXPECT_EQ(debug_file_of(program, system_folder), program);
  EXPECT_EQ(debug_file_of(folder / "program.c", system_folder), folder / "program.c");
  EXPECT_EQ(debug_file_of("/nonexistent/file", system_folder), "/nonexistent/file");
}

TEST_F(DebugFileTest, IsFoundByBuildId) {
  strip();
  const std::string id = ElfFile(program).build_id();
  const std::string place = system_folder + "/.build-id/" + id.substr(0, 2) + "/";
  fs::create_directories(place);
  fs::rename(folder / "program.debug", place + id.substr(2) + ".debug");
  EXPECT_EQ(debug_file_of(program, system_folder), place + id.substr(2) + ".debug");
  // Another program's.
  fs::copy_file(program, folder / "program.debug");
  run("gcc -g -O2 -DOTHER=1 -Wl,--build-id program.c -o other");
  fs::copy_file(folder / "other", place + id.substr(2) + ".debug",
                fs::copy_options::overwrite_existing);
  EXPECT_EQ(debug_file_of(program, system_folder), program);
}

TEST_F(DebugFileTest, IsFoundByItsLinkWhereDebuggersLook) {
  strip();
  run("objcopy --add-gnu-debuglink=program.debug program");
  const std::string beside = fs::canonical(program).parent_path();
  EXPECT_EQ(debug_file_of(program, system_folder), beside + "/program.debug");
  fs::create_directory(beside + "/.debug");
  fs::rename(beside + "/program.debug", beside + "/.debug/program.debug");
  EXPECT_EQ(debug_file_of(program, system_folder), beside + "/.debug/program.debug");
  fs::create_directories(system_folder + beside);
  fs::rename(beside + "/.debug/program.debug", system_folder + beside + "/program.debug");
  EXPECT_EQ(debug_file_of(program, system_folder), system_folder + beside + "/program.debug");
}

TEST_F(DebugFileTest, AnotherFileOfTheLinkedNameIsNotTaken) {
  strip();
  run("objcopy --add-gnu-debuglink=program.debug program");
  std::ofstream(folder / "program.debug", std::ios::app) << "x";
  EXPECT_EQ(debug_file_of(program, system_folder), program);
}

TEST_F(DebugFileTest, AStrippedProgramHasItsSourceLines) {
  strip();
  run("objcopy --add-gnu-debuglink=program.debug program");
  ASSERT_NE(worker_, 0U);
  const Stack stack = open_debug_info(program)->places(worker_);
  ASSERT_THAT(stack, SizeIs(1));
  EXPECT_EQ(stack[0].function, "worker");
  EXPECT_EQ(stack[0].file, "program.c");
  EXPECT_EQ(stack[0].line, 2U);
}

TEST_F(DebugFileTest, AProgramWithSplitDebugInformationHasItsSourceLines) {
  for (const std::string version : {"4", "5"}) {
    run("gcc -gsplit-dwarf -gdwarf-" + version + " -O1 -fno-inline program.c -o program");
    const Stack stack = open_debug_info(program)->places(address_of_worker());
    ASSERT_THAT(stack, SizeIs(1)) << version;
    EXPECT_EQ(stack[0].function, "worker") << version;
    EXPECT_EQ(stack[0].file, "program.c") << version;
    EXPECT_EQ(stack[0].line, 2U) << version;
  }
}

}  // namespace
}  // namespace skein
