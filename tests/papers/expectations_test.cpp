// SPDX-License-Identifier: Apache-2.0
// Every model file of bench/programs and examples/papers says what it expects; here it is checked,
// with the parameters as written, by both optimal explorers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "papers/exploring.hpp"

namespace skein::papers {
namespace {

std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const char* folder : {"bench/programs", "examples/papers"}) {
    std::error_code ignored;  // no files: then the suite is empty, and googletest complains
    for (const auto& entry : std::filesystem::directory_iterator(source_path(folder), ignored)) {
      if (entry.path().extension() != ".skein") continue;
      files.push_back(std::string(folder) + "/" + entry.path().filename().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Expectations : public testing::TestWithParam<std::string> {};

TEST_P(Expectations, Hold) {
  const ModelProgram program = load_model(source_path(GetParam()));
  EXPECT_TRUE(program.expectations.contains("executions"));
  EXPECT_TRUE(program.expectations.contains("verdict"));
  for (const char* name : {"qpor_optimal", "optimal"}) {
    SCOPED_TRACE(name);
    const Statistics statistics = explore_to_end(setting(name), program);
    const std::map<std::string, std::string> found = {
        {"executions", std::to_string(statistics.executions())},
        {"events", std::to_string(statistics.events)},
        {"deadlocks", std::to_string(statistics.deadlocks)},
        {"verdict", statistics.bug_runs > 0 ? "bug" : "clean"},
    };
    for (const auto& [key, value] : program.expectations) {
      ASSERT_TRUE(found.contains(key)) << key;
      EXPECT_EQ(found.at(key), value) << key;
    }
    EXPECT_EQ(statistics.redundant, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Expectations, testing::ValuesIn(model_files()),
                         [](const auto& param) {
                           std::string name = param.param;
                           for (char& c : name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           }
                           return name;
                         });

// The statistics' statements that are not counts of maximal configurations.

// [QPOR Sec.3]: of the three maximal configurations of Fig. 2 one ends with thread 2 locked out.
TEST(Statistics, QporFig2HasOneDeadlock) {
  const ModelProgram program = load_model(source_path("examples/papers/qpor_fig2.skein"));
  for (const Setting& s : all_settings()) {
    EXPECT_EQ(explore_to_end(s, program).deadlocks, 1U) << s.name;
  }
}

// [QPOR Sec.1] and [Thesis Example 36]: linearly many traces, whatever N.
TEST(Statistics, HaveTwiceAsManyTracesAsWriters) {
  for (const char* file : {"qpor_fig1", "thesis_fig4_9"}) {
    for (const long n : {1, 2, 4, 9}) {
      const ModelProgram program =
          load_model(source_path("examples/papers/" + std::string(file) + ".skein"), {{"N", n}});
      for (const char* name : {"qpor_optimal", "optimal"}) {
        const Statistics statistics = explore_to_end(setting(name), program);
        EXPECT_EQ(statistics.executions(), static_cast<std::uint64_t>(2 * n)) << file << " " << n;
        EXPECT_EQ(statistics.events, static_cast<std::uint64_t>(n * (n - 1) / 2 + 13 * n + 5))
            << file << " " << n;
      }
    }
  }
}

}  // namespace
}  // namespace skein::papers
