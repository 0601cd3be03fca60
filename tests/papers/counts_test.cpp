// SPDX-License-Identifier: Apache-2.0
// The counts of the papers: for every program and every explorer, the number of maximal
// configurations and, where it is known, of events; no redundant runs for the optimal explorers,
// and for qpor no more of them with a larger k. The numbers come from the papers' tables, the
// published tools' logs and closed formulas, never from our own output. Small parameters;
// bench/tables has the large ones.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "papers/exploring.hpp"

namespace skein::papers {
namespace {

struct Case {
  const char* name;
  const char* file;
  ModelParams params;
  std::uint64_t confs = 0;
  std::optional<std::uint64_t> events = {};
  bool is_violated = false;

  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      // [QPOR Table 1], events from the published tool's logs.
      {"DISP_5_2", "disp", {{"S", 5}, {"R", 2}}, 137, 1603},
      {"DISP_5_3", "disp", {{"S", 5}, {"R", 3}}, 1482, 17594},
      {"MPAT_4", "mpat", {{"K", 4}}, 384, 3822},
      {"MPAT_5", "mpat", {{"K", 5}}, 3840, 38017},
      {"MPC_2_5", "mpc", {{"P", 2}, {"W", 5}}, 60, 397},
      {"MPC_3_5", "mpc", {{"P", 3}, {"W", 5}}, 2958, 7832},
      {"PI_5", "pi", {{"N", 5}}, 120, 1623},
      {"PI_6", "pi", {{"N", 6}}, 720, 10221},
      {"POL_7_3", "pol", {{"N", 7}, {"K", 3}}, 2440, 51317},
      {"FIG1_2", "fig1", {{"N", 2}}, 4, 44},
      {"FIG1_3", "fig1", {{"N", 3}}, 6, 67},
      {"FIG1_4", "fig1", {{"N", 4}}, 8, 92},
      {"FIG1_5", "fig1", {{"N", 5}}, 10, 119},
      {"FIG1_6", "fig1", {{"N", 6}}, 12, 148},
      {"FIG1_7", "fig1", {{"N", 7}}, 14, 179},
      {"FIG1_8", "fig1", {{"N", 8}}, 16, 212},
      // 2^n configurations, 16n + 2 events.
      {"CCNF_1", "ccnf", {{"N", 1}}, 2, 18},
      {"CCNF_5", "ccnf", {{"N", 5}}, 32, 82},
      {"CCNF_9", "ccnf", {{"N", 9}}, 512, 146},
      // C(2n, n).
      {"COLUMNS_1", "columns", {{"N", 1}}, 2},
      {"COLUMNS_4", "columns", {{"N", 4}}, 70},
      {"COLUMNS_6", "columns", {{"N", 6}}, 924},
      // n! orders of one access each. A store is known by the stores before it and their order, so
      // there are
      // S = n!/(n-1)! + n!/(n-2)! + ... + n!/0! store events and as many exits: 2S + 2n + 2 events,
      // with
      // n = 6: S = 6 + 30 + 120 + 360 + 720 + 720 = 1956. With a lock: 3S + 2n + 2.
      {"WRITERS_6", "writers", {{"N", 6}}, 720, 2 * 1956 + 14},
      {"LOCKS_6", "locks", {{"N", 6}}, 720, 3 * 1956 + 14},
      // [POET Table 1].
      {"STF", "stf", {}, 6},
      {"STF_bug", "stf_bug", {}, 6, {}, true},
      {"SPIN08", "spin08", {}, 84},
      {"FIB_5", "fib", {{"N", 5}}, 8953},
      {"FIB_5_bug", "fib_bug", {{"N", 5}}, 8953, {}, true},
      {"CCNF_9_atomic", "ccnf_atomic", {{"N", 9}}, 16},
      {"CCNF_17_atomic", "ccnf_atomic", {{"N", 17}}, 256},
      {"SSB", "ssb", {}, 4},
      {"SSB_1", "ssb_n", {{"N", 1}}, 22},
      {"SSB_3", "ssb_n", {{"N", 3}}, 169},
      {"SSB_4", "ssb_n", {{"N", 4}}, 336},
      {"SSB_8", "ssb_n", {{"N", 8}}, 2014},
  };
  return all;
}

ModelProgram load(const Case& c) {
  return load_model(source_path("bench/programs/" + std::string(c.file) + ".skein"), c.params);
}

class Counts : public testing::TestWithParam<std::tuple<Case, Setting>> {};

TEST_P(Counts, AreThePapers) {
  const auto& [program, setting] = GetParam();
  const Statistics statistics = explore_to_end(setting, load(program));
  EXPECT_EQ(statistics.executions() + statistics.blocked, program.confs);
  EXPECT_EQ(statistics.cut(), 0U);
  EXPECT_EQ(statistics.deadlocks, 0U);
  EXPECT_EQ(statistics.bug_runs > 0, program.is_violated);
  if (program.events) {
    EXPECT_EQ(statistics.events, *program.events);
  }
  if (setting.is_optimal) {
    EXPECT_EQ(statistics.redundant, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Papers, Counts, testing::Combine(testing::ValuesIn(cases()), testing::ValuesIn(all_settings())),
    [](const auto& param) {
      return std::string(std::get<0>(param.param).name) + "_" + std::get<1>(param.param).name;
    });

class Redundancy : public testing::TestWithParam<Case> {};

TEST_P(Redundancy, FallsAsKGrows) {
  const ModelProgram program = load(GetParam());
  const std::uint64_t k1 = explore_to_end(setting("qpor_k1"), program).redundant;
  const std::uint64_t k2 = explore_to_end(setting("qpor_k2"), program).redundant;
  const std::uint64_t k3 = explore_to_end(setting("qpor_k3"), program).redundant;
  EXPECT_GE(k1, k2);
  EXPECT_GE(k2, k3);
}

INSTANTIATE_TEST_SUITE_P(Papers, Redundancy, testing::ValuesIn(cases()),
                         [](const auto& param) { return std::string(param.param.name); });

// [QPOR Sec.1]: "For the program shown in Fig. 1 (a), QPOR achieves optimality with k = 2".
TEST(Redundancy, Fig1IsOptimalWithTwo) {
  for (const long n : {2, 5, 8, 12}) {
    const ModelProgram program = load_model(source_path("bench/programs/fig1.skein"), {{"N", n}});
    const Statistics statistics = explore_to_end(setting("qpor_k2"), program);
    EXPECT_EQ(statistics.redundant, 0U) << "N = " << n;
    EXPECT_EQ(statistics.executions(), static_cast<std::uint64_t>(2 * n));
  }
}

}  // namespace
}  // namespace skein::papers
