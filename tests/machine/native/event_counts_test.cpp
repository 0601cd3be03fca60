// SPDX-License-Identifier: Apache-2.0
// The programs of the Event-DPOR paper in C, run natively: the numbers of bench/README.md section
// 2, with explorer `event`; and the event-unaware explorers' numbers, where they are small.
//
// The formulas are those of tests/explore/event_dpor/counts_test.cpp, which has the same programs
// as models.
#include <gtest/gtest.h>

#include "machine/native/native_runs.hpp"

namespace skein::test {
namespace {

struct EventCase {
  const char* program;
  std::vector<std::string> arguments;
  std::uint64_t traces;
  std::uint64_t blocked;
  std::uint64_t orders;  // with handlers as locks; 0: not asked
};

const EventCase kEventCases[] = {
    {"writers", {"5"}, 120, 0, 120},
    {"posters", {"3"}, 90, 0, 90},
    {"two_phase_commit", {"4"}, 24, 24, 24},
    {"buyers", {"5"}, 120, 0, 120},
    {"ping_pong", {"6"}, 3276, 0, 0},
    {"consensus", {"3"}, 125, 0, 216},
    {"db_cache", {"2"}, 32, 0, 4608},
    {"db_cache", {"3"}, 1764, 0, 0},
    {"prolific", {"5"}, 30, 0, 120},
    {"sparse_mat", {"4", "3"}, 34, 0, 204},
    {"sparse_mat", {"4", "5"}, 1546, 0, 0},
    {"mat_mult", {"4", "3", "5"}, 1, 0, 0},
    {"plb", {"4"}, 1, 0, 105},
    {"plb", {"8"}, 1, 0, 0},
};

struct EventExperiment {
  EventCase program;
  Build build;
};

std::vector<EventExperiment> event_experiments() {
  std::vector<EventExperiment> all;
  for (const EventCase& program : kEventCases) {
    for (const Build build : {Build::SkeinGcc, Build::SkeinClang}) all.push_back({program, build});
  }
  return all;
}

class EventCounts : public testing::TestWithParam<EventExperiment> {};

TEST_P(EventCounts, AreThoseOfThePaper) {
  const auto& [c, build] = GetParam();
  const std::string program = built(std::string("examples/event/") + c.program + ".c", build);
  const Explored result = explore_program(program, c.arguments, "event");
  EXPECT_EQ(result.statistics.completed, c.traces);
  EXPECT_EQ(result.statistics.blocked, c.blocked);
  EXPECT_EQ(result.statistics.runs(), c.traces + c.blocked);
  EXPECT_TRUE(result.messages.empty());
  if (c.orders == 0) return;
  const Explored unaware = explore_program(program, c.arguments, "optimal");
  EXPECT_EQ(unaware.statistics.completed, c.orders);
}

INSTANTIATE_TEST_SUITE_P(Paper, EventCounts, testing::ValuesIn(event_experiments()),
                         [](const auto& chosen) {
                           std::string name = chosen.param.program.program;
                           for (const std::string& a : chosen.param.program.arguments) {
                             name += "_" + a;
                           }
                           return name +
                                  (chosen.param.build == Build::SkeinGcc ? "_gcc" : "_clang");
                         });

}  // namespace
}  // namespace skein::test
