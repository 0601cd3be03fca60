// SPDX-License-Identifier: Apache-2.0
// Explorations that begin again: each reason is its own, and a limit loses nothing.
#include "session/restarts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "core/ensure.hpp"
#include "report/words/remark_text.hpp"

namespace skein::session {

namespace {

TEST(Restarts, TriesAgainUntilNothingNewIsLearned) {
  int attempts = 0;
  const auto limit = explore_until_settled([&] {
    if (++attempts < 4) throw ExplorationRestart(RestartReason::RacyWord, skein::Run{});
  });
  EXPECT_EQ(attempts, 4);
  EXPECT_FALSE(limit.has_value());
}

TEST(Restarts, OtherExceptionsPass) {
  int attempts = 0;
  const auto attempt = [&] {
    ++attempts;
    throw std::runtime_error("something else");
  };
  EXPECT_THROW(static_cast<void>(explore_until_settled(attempt)), std::runtime_error);
  EXPECT_EQ(attempts, 1);
}

TEST(Restarts, SayWhyTheLimitWasReached) {
  int attempts = 0;
  const auto limit = explore_until_settled(
      [&] {
        ++attempts;
        throw ExplorationRestart(attempts < 3 ? RestartReason::DeadValues : RestartReason::RacyWord,
                                 skein::Run{});
      },
      2);
  EXPECT_EQ(attempts, 3);
  EXPECT_EQ(limit, RestartReason::RacyWord);
}

TEST(Restarts, ThereIsAnEnd) {
  const auto attempt = [] { throw ExplorationRestart(RestartReason::RacyWord, skein::Run{}); };
  EXPECT_THROW(repeat_until_settled(attempt), UserError);
}

TEST(Restarts, ALimitIsToldByItsCause) {
  const std::string racy = remark_text(too_many_restarts(RestartReason::RacyWord, 5));
  EXPECT_THAT(racy, testing::HasSubstr("5 times"));
  EXPECT_THAT(racy, testing::HasSubstr("words that race"));
  EXPECT_THAT(racy, testing::Not(testing::HasSubstr("atomic")));
  for (std::size_t i = 1; i < kRestartReasons; ++i) {
    const auto reason = static_cast<RestartReason>(i);
    EXPECT_THAT(remark_text(too_many_restarts(reason)),
                testing::Not(testing::HasSubstr("nothing")));
  }
  EXPECT_THAT(remark_text(too_many_restarts(RestartReason::OverlappingAtomics)),
              testing::HasSubstr("overlap"));
}

TEST(Restarts, KeepTheRunThatShowedTheReason) {
  skein::Run run;
  run.violations.push_back({ViolationCode::AbortCalled, AgentId{1U}, StepIndex{}, SiteId{}});
  const ExplorationRestart restart(RestartReason::SectionWord, run);
  EXPECT_EQ(restart.run().violations.at(0).facts, ViolationFacts(ViolationCode::AbortCalled));
}

}  // namespace

}  // namespace skein::session
