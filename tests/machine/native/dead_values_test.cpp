// SPDX-License-Identifier: Apache-2.0
// The values that the analysis of a program's machine code finds to be dead.
#include <gtest/gtest.h>

#include <algorithm>

#include "machine/native/code/dead_value_analysis.hpp"
#include "machine/native/code/machine_code.hpp"
#include "machine/native/native_runs.hpp"

namespace skein::test {
namespace {

using namespace code;

Instruction only(std::vector<std::uint8_t> bytes) {
  const auto decoded = decode(bytes, 0x1000);
  EXPECT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->size(), 1U);
  return decoded->front();
}

TEST(MachineCode, KnowsWhatIsLeftOfARegister) {
  const Instruction whole = only({0x89, 0xd8});  // mov %ebx,%eax
  EXPECT_EQ(whole.reads, bit(kRbx));
  EXPECT_EQ(whole.kills, bit(kRax));
  const Instruction part = only({0x88, 0xd8});  // mov %bl,%al
  EXPECT_EQ(part.writes, bit(kRax));
  EXPECT_EQ(part.kills, 0U);
  const Instruction maybe = only({0x0f, 0x44, 0xc3});  // cmove %ebx,%eax
  EXPECT_NE(maybe.writes & bit(kRax), 0U);
  EXPECT_EQ(maybe.kills & bit(kRax), 0U);
  EXPECT_NE(maybe.reads & kFlags, 0U);
}

TEST(MachineCode, KnowsWhatIsLeftOfTheFlags) {
  EXPECT_NE(only({0x83, 0xc3, 0x01}).kills & kFlags, 0U);  // add $1,%ebx
  const Instruction increment = only({0xff, 0xc3});        // inc %ebx: the carry stays
  EXPECT_NE(increment.writes & kFlags, 0U);
  EXPECT_EQ(increment.kills & kFlags, 0U);
  EXPECT_NE(only({0x83, 0xd0, 0x00}).reads & kFlags, 0U);  // adc $0,%eax
}

TEST(MachineCode, ReadsNothingToMakeZero) {
  EXPECT_EQ(only({0x31, 0xc0}).reads, 0U);  // xor %eax,%eax
  EXPECT_NE(only({0x31, 0xd8}).reads & bit(kRbx), 0U);
}

TEST(MachineCode, TakesNothingForPureThatItDoesNotKnow) {
  EXPECT_EQ(only({0xf7, 0xfb}).kind, Kind::Other);                         // idiv %ebx
  EXPECT_EQ(only({0xf0, 0xff, 0x05, 0, 0, 0, 0}).kind, Kind::Other);       // lock incl
  EXPECT_EQ(only({0xf2, 0x0f, 0x58, 0xc1}).kind, Kind::Other);             // addsd
  EXPECT_TRUE(only({0x64, 0x8b, 0x04, 0x25, 0, 0, 0, 0}).memory->is_odd);  // mov %fs:0,%eax
  EXPECT_EQ(only({0xff, 0x05, 0x10, 0, 0, 0}).memory->address, 0x1016U);   // incl 16(%rip)
  EXPECT_FALSE(decode(std::vector<std::uint8_t>{0x0f}, 0).has_value());
}

// How many variables are dead, of a program with these lines between a loop's head and the end
// of main.
std::size_t faint_in(const std::string& data, const std::string& body, const std::string& compiler,
                     const std::string& level) {
  static int number = 0;
  BuildRequest request;
  request.sources = {work_file("dead" + std::to_string(++number) + ".c")};
  std::ofstream(request.sources[0]) << "#include <stdatomic.h>\n#include <string.h>\n"
                                    << "atomic_int flag;\n"
                                    << data << "\nint main(void) {\n"
                                    << body << "\nreturn 0;\n}\n";
  request.compiler = compiler;
  request.flags = {level, "-w"};
  request.output = work_file("dead" + std::to_string(number));
  build_program(request);
  return find_dead_values(request.output).globals.size();
}

struct ValueCase {
  const char* data;
  const char* body;
  std::size_t faint;
};

constexpr const char* kWait = "while (!atomic_load(&flag)) n++;";

TEST(DeadValues, FindsGlobalsThatNobodyReads) {
  const std::string wait = kWait;
  const ValueCase cases[] = {
      {"int n;", "", 1},
      {"static volatile long n;", "", 1},
      {"int n; int other;", "other = n;", 2},
      {"int n;", "if (n > 3) __builtin_trap();", 0},
      {"int n; int *p = &n;", "", 0},
      {"int n; __attribute__((noinline)) int f(int *p) { return *p; }", "return f(&n);", 0},
      {"int n; char copy[4]; volatile long size = 4;", "memcpy(copy, &n, size);", 0},
      {"int n;", "return n;", 0},
      {"int n; int f(int a) { return a; }", "return f(n);", 0},
      {"int n; volatile int i; int a[9];", "return a[n];", 0},
      {"unsigned n;", "return 7u / n;", 0},
      {"_Atomic int n;", "", 0},
      {"_Thread_local int n;", "", 0},
  };
  for (const char* compiler : {"gcc", "clang"}) {
    for (const char* level : {"-O0", "-O1"}) {
      for (const ValueCase& c : cases) {
        EXPECT_EQ(faint_in(c.data, wait + c.body, compiler, level), c.faint)
            << compiler << " " << level << " " << c.data << " " << c.body;
      }
    }
  }
}

}  // namespace
}  // namespace skein::test
