// SPDX-License-Identifier: Apache-2.0
#include "session/time_limit.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <unistd.h>

#include "session/os/emergency_report.hpp"
#include "session/os/interrupts.hpp"

namespace skein::session {

namespace {

// A limit arms the emergency report, which would end the test program.
class TimeLimits : public testing::Test {
 protected:
  void TearDown() override { disarm_emergency_report(); }
};

TEST_F(TimeLimits, WithoutALimitThereIsTime) {
  const TimeLimit limit;
  EXPECT_FALSE(limit.is_used_up());
  EXPECT_FALSE(limit.is_over());
  EXPECT_GT(limit.seconds_left(), 1e9);
}

TEST_F(TimeLimits, TheWorkEndsWithTheLimitAndTheTellingAGraceLater) {
  TimeLimit limit(1e-9);
  disarm_emergency_report();
  EXPECT_TRUE(limit.is_used_up());
  EXPECT_TRUE(limit.is_over());
  EXPECT_EQ(limit.seconds_left(), 0);
  EXPECT_EQ(TimeLimit::reason(), Stop::Seconds);
  limit.begin_details();
  EXPECT_TRUE(limit.is_used_up());
  ::usleep(static_cast<useconds_t>(kGraceSeconds * 1e6) + 1000);
  EXPECT_TRUE(limit.is_over());
}

TEST_F(TimeLimits, TheGraceCountsFromTheLimit) {
  TimeLimit limit(1000);
  limit.begin_details();
  EXPECT_FALSE(limit.is_over());
  EXPECT_FALSE(limit.is_used_up());
}

TEST(TimeLimitDeathTest, TheEmergencyReportComesWhenNothingElseDoes) {
  const auto work_for_ever = [] {
    keep_emergency_report({{{STDERR_FILENO, false, "interrupted"}}, 3},
                          {{{STDERR_FILENO, false, "out of time"}}, 4});
    arm_emergency_report(0.01);
    while (true) ::pause();
  };
  EXPECT_EXIT(work_for_ever(), testing::ExitedWithCode(4), "^out of time$");
}

TEST(TimeLimitDeathTest, ASignalArmsIt) {
  const auto work_for_ever = [] {
    const TimeLimit limit;
    keep_emergency_report({{{STDERR_FILENO, false, "interrupted"}}, 3},
                          {{{STDERR_FILENO, false, "out of time"}}, 4});
    ::raise(SIGTERM);
    if (!limit.is_used_up() || TimeLimit::reason() != Stop::Interrupted) ::_exit(7);
    while (true) ::pause();
  };
  EXPECT_EXIT(work_for_ever(), testing::ExitedWithCode(3), "^interrupted$");
}

}  // namespace

}  // namespace skein::session
