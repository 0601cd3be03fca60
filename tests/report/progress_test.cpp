// SPDX-License-Identifier: Apache-2.0
// The line that shows how far an exploration is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "report/formats/terminal_report.hpp"
#include "report/words/estimate_text.hpp"

namespace skein {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Progress, SaysWhatWasDone) {
  Statistics statistics;
  statistics.completed = 1603;
  statistics.events = 34'000;
  statistics.seconds = 2;
  statistics.peak_memory_kb = 12 * 1024;
  const std::string line = progress_line(statistics, 17, "", 79);
  for (const char* part :
       {"1,603 executions", "802/s", "34.0k events", "depth 17", "no bug", "12.0 MB", "2.000 s"}) {
    EXPECT_THAT(line, HasSubstr(part));
  }
  EXPECT_THAT(line, Not(HasSubstr("left")));
  EXPECT_LT(line.size(), 80U);
}

TEST(Progress, SaysHowLongTheRestTakesIfThatIsKnown) {
  Statistics statistics;
  statistics.completed = 250;
  statistics.bug_runs = 3;
  statistics.seconds = 50;
  // A quarter took 50 s: three more quarters take 150 s.
  EXPECT_EQ(sampling_estimate(statistics, 0.25), "25% of the runs, 2 min left");
  statistics.seconds = 7200;
  EXPECT_EQ(sampling_estimate(statistics, 0.5), "50% of the runs, 2 h left");
  const std::string line = progress_line(statistics, 0, "50% of the runs, 2 h left", 79);
  EXPECT_THAT(line, StartsWith("50% of the runs, 2 h left; 250 executions"));
  EXPECT_THAT(line, HasSubstr("3 bad"));
}

// Whole statistics go, the least important first, and what stays is what a wider line begins with.
TEST(Progress, LeavesOutWhatDoesNotFit) {
  Statistics statistics;
  statistics.completed = 1'234'567;
  statistics.events = 34'000'000;
  statistics.seconds = 4000;
  statistics.peak_memory_kb = 900 * 1024;
  const std::string estimate = "est. 12-20% done, 4-5 h left";
  const std::string whole = progress_line(statistics, 1234, estimate, 500);
  EXPECT_THAT(whole, EndsWith(" events, depth 1234"));
  const std::string least = estimate + "; 1,234,567 executions";
  std::set<std::string> lines;
  for (std::size_t width = 0; width <= whole.size(); ++width) {
    const std::string line = progress_line(statistics, 1234, estimate, width);
    EXPECT_LE(line.size(), std::max(width, least.size()));
    EXPECT_THAT(line, StartsWith(least));
    EXPECT_THAT(whole + ",", StartsWith(line + ","));
    lines.insert(line);
  }
  EXPECT_EQ(lines.size(), 7U);  // rate, bugs, time, memory, events, depth: none to all of them
  EXPECT_THAT(progress_line(statistics, 1234, estimate, 79), HasSubstr("no bug"));
}

// 1000 executions with 10 % standard error, 13.9 % with the correction for 10 samples: from 1000 /
// 1.42 to 1000 * 1.7. 100 of them took 10 s.
TEST(Estimate, IsARange) {
  const auto estimate = estimate_of(1000, 0.1, 10, 100, 10);
  ASSERT_TRUE(estimate);
  EXPECT_NEAR(estimate->low, 705.4, 0.1);
  EXPECT_NEAR(estimate->high, 1695.9, 0.1);
  EXPECT_DOUBLE_EQ(estimate->share(), 0.1);
  EXPECT_DOUBLE_EQ(estimate->seconds_left, 90);
  EXPECT_EQ(estimate_text(estimate), "est. 5-14% done, 61 s to 3 min left");
}

TEST(Estimate, IsUnknownWhereTheDescentsSaySo) {
  EXPECT_FALSE(estimate_of(0, 0, 10, 100, 10));        // no descent met a leaf
  EXPECT_FALSE(estimate_of(1000, 0.1, 2, 100, 10));    // too few
  EXPECT_FALSE(estimate_of(1000, 0.5, 10, 100, 10));   // they disagree
  EXPECT_FALSE(estimate_of(1000, 0.1, 10, 1800, 10));  // refuted
  EXPECT_EQ(estimate_text(std::nullopt), "est. unknown yet");
}

// What has been executed is a lower bound, and nothing is more than 100 % done.
TEST(Estimate, EndsAtOneHundredPercent) {
  const auto estimate = estimate_of(1000, 0, 10, 1000, 10);
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate_text(estimate), "est. 90-100% done");
  EXPECT_LE(estimate_of(1000, 0.1, 10, 1200, 10)->share(), 1);
}

}  // namespace
}  // namespace skein
