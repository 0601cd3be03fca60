// SPDX-License-Identifier: Apache-2.0
// Completeness of the prefix of C programs, with accesses and with statements as steps: the same
// comparison as for toy programs, with the ir machine. The programs are random: two threads with
// loops over a few shared variables, in statements of several accesses and atomic sections.
// SKEIN_PREFIX_C_PROGRAMS sets how many (8); each has to be compiled.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "core/random.hpp"
#include "machine/ir/decode.hpp"
#include "machine/ir/system.hpp"
#include "oracle.hpp"

namespace skein::testing {

namespace {

namespace fs = std::filesystem;

class RandomC {
 public:
  explicit RandomC(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    std::string result =
        "#include <assert.h>\n#include <pthread.h>\n"
        "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
        "static int x, y, z;\nstatic pthread_mutex_t m;\n";
    for (const char* name : {"f", "g"}) {
      result += std::string("static void* ") + name + "(void* p) {\n";
      const bool has_loop = random_.below(3) > 0;
      if (has_loop)
        result += random_.below(2) == 0 ? "for (;;) {\n" : "while (" + value() + ") {\n";
      for (std::uint64_t i = 2 + random_.below(2); i > 0; --i) result += statement();
      if (has_loop) result += "}\n";
      result += "return p;\n}\n";
    }
    result +=
        "int main(void) {\npthread_t s, t;\npthread_create(&s, 0, f, 0);\npthread_create(&t, 0, g, "
        "0);\n";
    result += statement();
    return result + "return 0;\n}\n";
  }

 private:
  std::string variable() { return std::string(1, "xyz"[random_.below(3)]); }
  std::string value() {
    switch (random_.below(5)) {
      case 0: return std::to_string(random_.below(2));
      case 1: return variable() + " ^ " + variable();
      case 2: return "!" + variable();
      case 3: return "(" + variable() + " && " + variable() + ")";
      default: return variable();
    }
  }
  std::string assignment() { return variable() + " = " + value() + ";\n"; }
  std::string statement() {
    switch (random_.below(7)) {
      case 0: return "if (" + value() + ")\n" + assignment();
      case 1: return variable() + " = " + variable() + " ? " + value() + " : " + value() + ";\n";
      case 2: return "pthread_mutex_lock(&m);\n" + assignment() + "pthread_mutex_unlock(&m);\n";
      case 3: return "assert(" + variable() + " != 1 || " + value() + ");\n";
      case 4:
        return "__VERIFIER_atomic_begin();\nif (" + value() + ") " + assignment() + "else " +
               assignment() + "__VERIFIER_atomic_end();\n";
      default: return assignment();
    }
  }

  Random random_;
};

ir::Program compile(const std::string& text) {
  const std::string base =
      fs::temp_directory_path() / ("skein-statements-" + std::to_string(::getpid()));
  std::ofstream(base + ".c") << text;
  const std::string command =
      "clang-19 -w -c -emit-llvm -g -O0 -Xclang -disable-O0-optnone "
      "-fno-discard-value-names " +
      base + ".c -o " + base + ".bc";
  EXPECT_EQ(std::system(command.c_str()), 0);
  ir::DecodeRequest request;
  request.files = {base + ".bc"};
  ir::Program program = ir::decode(request);
  fs::remove(base + ".c");
  fs::remove(base + ".bc");
  return program;
}

TEST(Statements, PrefixIsComplete) {
  const char* number = std::getenv("SKEIN_PREFIX_C_PROGRAMS");
  const std::uint64_t wanted = number != nullptr ? std::strtoull(number, nullptr, 10) : 8;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; compared < wanted; ++seed) {
    const std::string text = RandomC(seed).text();
    const ir::Program program = compile(text);
    const std::string what = "seed " + std::to_string(seed) + "\n" + text;
    for (const bool statements : {false, true}) {
      ir::SystemOptions options;
      options.arguments = {"test"};
      options.steps_are_statements = statements;
      for (const bool forgets : {false, true}) {
        ir::IrSystem system(program, options);
        if (compare_with_search(system, AdequateOrder::Total, forgets, seed, what) ==
                Tried::Compared &&
            statements && forgets) {
          ++compared;
        }
      }
    }
    if (HasFailure()) return;
  }
}

}  // namespace

}  // namespace skein::testing
