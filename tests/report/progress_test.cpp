// The line that shows how far an exploration is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/terminal.hpp"

namespace skein {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Progress, SaysWhatWasDone) {
  Figures figures;
  figures.completed = 1603;
  figures.events = 34'000;
  figures.seconds = 2;
  figures.peak_memory_kb = 12 * 1024;
  const std::string line = progress_line(figures, 17, 0);
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
  const std::string line = progress_line(figures, 0, 0.25);
  EXPECT_THAT(line, HasSubstr("3 bad"));
  // A quarter took 50 s: three more quarters take 150 s.
  EXPECT_THAT(line, HasSubstr("25% of the runs, 2 min left"));
  figures.seconds = 7200;
  EXPECT_THAT(progress_line(figures, 0, 0.5), HasSubstr("50% of the runs, 2 h left"));
}

}  // namespace
}  // namespace skein
