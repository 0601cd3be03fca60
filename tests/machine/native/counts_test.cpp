// SPDX-License-Identifier: Apache-2.0
// The papers' programs, run natively: the numbers of bench/README.md sections 1 and 3, for programs
// built by `skein cc` with gcc and clang, and for plain binaries where locks are all there is.
#include <gtest/gtest.h>

#include "machine/native/native_runs.hpp"

namespace skein::test {
namespace {

struct Case {
  const char* program;
  std::vector<std::string> arguments;
  std::uint64_t executions;
  std::uint64_t events;  // 0: the papers do not say
  bool has_locks_only;
};

const Case kCases[] = {
    {"disp", {"5", "2"}, 137, 1603, true},
    {"mpat", {"4"}, 384, 3822, true},
    {"mpc", {"2", "5"}, 60, 397, true},
    {"pi", {"5"}, 120, 1623, true},
    {"pol", {"7", "3"}, 2440, 51317, true},
    {"fig1", {"5"}, 10, 119, true},
    {"columns", {"4"}, 70, 0, true},
    {"spin08", {}, 84, 0, false},
    {"ssb", {}, 4, 0, false},
    {"ssb_n", {"3"}, 169, 0, false},
    {"stf", {}, 6, 0, false},
    {"writers", {"5"}, 120, 0, false},
};

struct Experiment {
  Case program;
  Build build;
  const char* explorer;
};

// Letters, digits and underscores only, as GoogleTest wants it.
std::string text(const Experiment& experiment) {
  static constexpr const char* kBuilds[] = {"gcc", "clang", "plain"};
  std::string name = experiment.program.program;
  for (const std::string& a : experiment.program.arguments) name += "_" + a;
  return name + "_" + kBuilds[static_cast<int>(experiment.build)] + "_" + experiment.explorer;
}

std::vector<Experiment> experiments() {
  std::vector<Experiment> all;
  for (const Case& program : kCases) {
    for (const Build build : {Build::SkeinGcc, Build::SkeinClang, Build::Plain}) {
      if (build == Build::Plain && !program.has_locks_only) continue;
      for (const char* explorer : {"qpor", "optimal", "source"}) {
        all.push_back({program, build, explorer});
      }
    }
  }
  return all;
}

class Counts : public testing::TestWithParam<Experiment> {};

TEST_P(Counts, AreThoseOfThePapers) {
  const auto& [c, build, explorer] = GetParam();
  const std::string source = std::string("bench/programs/") + c.program + ".c";
  const Explored result = explore_program(built(source, build), c.arguments, explorer);
  EXPECT_EQ(result.statistics.completed, c.executions);
  // source makes redundant runs too; the others promise none.
  if (std::string(explorer) != "source") {
    EXPECT_EQ(result.statistics.runs(), c.executions);
  }
  if (c.events != 0) {
    EXPECT_EQ(result.statistics.events, c.events);
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, Counts, testing::ValuesIn(experiments()),
                         [](const auto& chosen) { return text(chosen.param); });

}  // namespace
}  // namespace skein::test
