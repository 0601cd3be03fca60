// SPDX-License-Identifier: Apache-2.0
// Which bound on preemptions is suggested, from those that were tried.
#include "session/check/advisor.hpp"

#include <gtest/gtest.h>

namespace skein::session {
namespace {

TEST(ChosenBound, IsTheLastOneTriedIfItWasAll) {
  const ChosenBound chosen = choose_bound({{1, 10, 0.01, true}, {2, 12, 0.012, true}}, 60);
  EXPECT_EQ(chosen.bound, 2U);
  EXPECT_TRUE(chosen.is_tried);
  EXPECT_DOUBLE_EQ(chosen.seconds, 0.012);
}

TEST(ChosenBound, FollowsFromTheGrowthOfThoseTried) {
  // 1 ms a run: 1 s, 10 s, and then 130 s or more, so that the third is too large.
  const ChosenBound large =
      choose_bound({{1, 1'000, 1, true}, {2, 10'000, 10, true}, {3, 500, 0.5, false}}, 60);
  EXPECT_EQ(large.bound, 2U);
  // A hundred times faster: the third takes 1.3 s, the fourth 13 times 1.3 as long.
  const ChosenBound small =
      choose_bound({{1, 1'000, 0.01, true}, {2, 10'000, 0.1, true}, {3, 500, 0.005, false}}, 60);
  EXPECT_EQ(small.bound, 4U);
  EXPECT_FALSE(small.is_tried);
  EXPECT_NEAR(small.seconds, 0.1 * 13 * 16.9, 1e-6);
}

TEST(ChosenBound, IsCautiousIfOnlyOneWasTried) {
  const ChosenBound chosen = choose_bound({{1, 100, 0.1, true}, {2, 50, 0.05, false}}, 60);
  EXPECT_EQ(chosen.bound, 3U);
  EXPECT_NEAR(chosen.seconds, 0.1 * 20 * 26, 1e-6);
}

TEST(ChosenBound, IsAtLeastWhatTheStoppedTrialHad) {
  const ChosenBound chosen =
      choose_bound({{1, 10, 0.01, true}, {2, 20, 0.02, true}, {3, 40'000, 40, false}}, 60);
  EXPECT_EQ(chosen.bound, 2U);
}

TEST(ChosenBound, IsNoneIfNothingEnds) {
  EXPECT_EQ(choose_bound({}, 60).bound, 0U);
  EXPECT_EQ(choose_bound({{1, 5'000, 1, false}}, 60).bound, 0U);
  EXPECT_EQ(choose_bound({{1, 50'000, 100, true}}, 60).bound, 0U);
}

}  // namespace
}  // namespace skein::session
