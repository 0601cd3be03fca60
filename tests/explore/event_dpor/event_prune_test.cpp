// SPDX-License-Identifier: Apache-2.0
// Pruning a cut: what goes can be in no executable part, which a plain search knows.
#include "explore/event_dpor/event_prune.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "explore/event_dpor/race_cuts.hpp"
#include "support/event_program.hpp"

namespace skein::event {
namespace {

TEST(EventPrune, KeepsAllExecutableParts) {
  const test::EventTheme theme{.name = "locks", .branches = true, .locks = true};
  std::size_t cuts = 0;
  std::size_t pruned = 0;
  std::size_t hopeless = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    RaceCuts races(test::random_event_program(seed, theme).text(), seed);
    for (const Cut& cut : races.all()) {
      Cut kept = cut;
      const bool has_parts = prune(races.scene(), kept);
      ASSERT_TRUE(cut.includes(kept));
      for (const Lengths& part : races.executable_parts(cut)) {
        ASSERT_TRUE(has_parts) << "program " << seed;
        ASSERT_TRUE(is_within(part, kept.steps)) << "program " << seed;
      }
      ++cuts;
      pruned += has_parts && kept.steps != cut.steps ? 1 : 0;
      hopeless += has_parts ? 0 : 1;
    }
  }
  EXPECT_GT(cuts, 400U);
  EXPECT_GT(pruned, 20U);
  EXPECT_GT(hopeless, 5U);
}

// m0 writes x first, then m1. Before m0's write m1's is possible only if m0 has not begun.
TEST(EventPrune, AMessageKeepsOthersOfItsHandlerOut) {
  const RaceCuts races(
      "atomic x = 0\natomic y = 0\nhandler h\n"
      "message m0 { y = 1\n x = 1 }\nmessage m1 { x = 2 }\n"
      "thread main { post h m0; post h m1 }\n");
  ASSERT_EQ(races.all().size(), 1U);
  Cut cut = races.all().front();
  const AgentId first = races.scene().messages.all().front().agent;
  EXPECT_EQ(cut.count(first), 2U);  // its begin and y = 1
  ASSERT_TRUE(prune(races.scene(), cut));
  EXPECT_EQ(cut.count(first), 0U);
  // What does not depend on the handlers keeps it.
  cut = races.all().front();
  ASSERT_TRUE(prune_for_last(races.scene(), cut));
  EXPECT_EQ(cut.count(first), 2U);
}

// In the run m1 finds 1 and changes nothing; before m0's write it finds 0.
TEST(EventPrune, TheLastOperationHasTheOutcomeAfterTheCut) {
  const RaceCuts races(
      "atomic x = 0\nhandler h\nhandler k\n"
      "message m0 { x = 1 }\nmessage m1 { cas(x, 0, 2) }\n"
      "thread main { post h m0; post k m1 }\n");
  ASSERT_EQ(races.all().size(), 1U);
  const Cut& cut = races.all().front();
  EXPECT_EQ(cut.attempt.op.effect, Effect::Idle);
  EXPECT_EQ(last_operation(races.scene(), cut).effect, Effect::Full);
}

}  // namespace
}  // namespace skein::event
