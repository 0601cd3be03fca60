// The line that shows how far an exploration is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "report/outlook.hpp"
#include "report/terminal.hpp"

namespace skein {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Progress, SaysWhatWasDone) {
  Figures figures;
  figures.completed = 1603;
  figures.events = 34'000;
  figures.seconds = 2;
  figures.peak_memory_kb = 12 * 1024;
  const std::string line = progress_line(figures, 17, "", 79);
  for (const char* part :
       {"1,603 executions", "802/s", "34.0k events", "depth 17", "no bug", "12.0 MB", "2.000 s"}) {
    EXPECT_THAT(line, HasSubstr(part));
  }
  EXPECT_THAT(line, Not(HasSubstr("left")));
  EXPECT_LT(line.size(), 80U);
}

TEST(Progress, SaysHowLongTheRestTakesIfThatIsKnown) {
  Figures figures;
  figures.completed = 250;
  figures.bug_runs = 3;
  figures.seconds = 50;
  // A quarter took 50 s: three more quarters take 150 s.
  EXPECT_EQ(sampling_outlook(figures, 0.25), "25% of the runs, 2 min left");
  figures.seconds = 7200;
  EXPECT_EQ(sampling_outlook(figures, 0.5), "50% of the runs, 2 h left");
  const std::string line = progress_line(figures, 0, "50% of the runs, 2 h left", 79);
  EXPECT_THAT(line, StartsWith("50% of the runs, 2 h left; 250 executions"));
  EXPECT_THAT(line, HasSubstr("3 bad"));
}

// Whole figures go, the least important first, and what stays is what a wider line begins with.
TEST(Progress, LeavesOutWhatDoesNotFit) {
  Figures figures;
  figures.completed = 1'234'567;
  figures.events = 34'000'000;
  figures.seconds = 4000;
  figures.peak_memory_kb = 900 * 1024;
  const std::string outlook = "est. 12-20% done, 4-5 h left";
  const std::string whole = progress_line(figures, 1234, outlook, 500);
  EXPECT_THAT(whole, EndsWith(" events, depth 1234"));
  const std::string least = outlook + "; 1,234,567 executions";
  std::set<std::string> lines;
  for (std::size_t width = 0; width <= whole.size(); ++width) {
    const std::string line = progress_line(figures, 1234, outlook, width);
    EXPECT_LE(line.size(), std::max(width, least.size()));
    EXPECT_THAT(line, StartsWith(least));
    EXPECT_THAT(whole + ",", StartsWith(line + ","));
    lines.insert(line);
  }
  EXPECT_EQ(lines.size(), 7U);  // rate, bugs, time, memory, events, depth: none to all of them
  EXPECT_THAT(progress_line(figures, 1234, outlook, 79), HasSubstr("no bug"));
}

// 1000 executions with 10 % standard error: from 1000 / 1.3 to 1300. 100 of them took 10 s.
TEST(Outlook, IsARange) {
  const auto outlook = outlook_of(1000, 0.1, 10, 100, 10);
  ASSERT_TRUE(outlook);
  EXPECT_NEAR(outlook->low, 769.2, 0.1);
  EXPECT_NEAR(outlook->high, 1300, 0.1);
  EXPECT_DOUBLE_EQ(outlook->share(), 0.1);
  EXPECT_DOUBLE_EQ(outlook->seconds_left, 90);
  EXPECT_EQ(outlook_text(outlook), "est. 7-13% done, 67 s to 2 min left");
}

TEST(Outlook, IsUnknownWhereTheProbesSaySo) {
  EXPECT_FALSE(outlook_of(0, 0, 10, 100, 10));        // no probe met a leaf
  EXPECT_FALSE(outlook_of(1000, 0.1, 2, 100, 10));    // too few
  EXPECT_FALSE(outlook_of(1000, 0.5, 10, 100, 10));   // they disagree
  EXPECT_FALSE(outlook_of(1000, 0.1, 10, 1400, 10));  // refuted
  EXPECT_EQ(outlook_text(std::nullopt), "est. unknown yet");
}

// What has been executed is a lower bound, and nothing is more than 100 % done.
TEST(Outlook, EndsAtOneHundredPercent) {
  const auto outlook = outlook_of(1000, 0, 10, 1000, 10);
  ASSERT_TRUE(outlook);
  EXPECT_EQ(outlook_text(outlook), "est. 90-100% done");
  EXPECT_LE(outlook_of(1000, 0.1, 10, 1200, 10)->share(), 1);
}

}  // namespace
}  // namespace skein
