// SPDX-License-Identifier: Apache-2.0
#include "session/restarts.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/check.hpp"
#include "machine/native/native_machine.hpp"

namespace skein::session {

namespace {

TEST(Restarts, TriesAgainUntilNothingNewIsLearned) {
  int attempts = 0;
  explore_until_settled([&] {
    if (++attempts < 4) throw ExplorationRestart(skein::Run{});
  });
  EXPECT_EQ(attempts, 4);
}

TEST(Restarts, OtherExceptionsPass) {
  int attempts = 0;
  const auto attempt = [&] {
    ++attempts;
    throw std::runtime_error("something else");
  };
  EXPECT_THROW(explore_until_settled(attempt), std::runtime_error);
  EXPECT_EQ(attempts, 1);
}

TEST(Restarts, ThereIsAnEnd) {
  const auto attempt = [] { throw ExplorationRestart(skein::Run{}); };
  EXPECT_THROW(explore_until_settled(attempt), UserError);
}

}  // namespace

}  // namespace skein::session
