// SPDX-License-Identifier: Apache-2.0
// Sleep sets along a run: moves fall asleep, dependent steps wake them, going back restores.
#include "explore/dpor/sleep_sets.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace skein::dpor {
namespace {

constexpr Position at(std::uint32_t i) { return Position{i}; }

Item item(std::uint32_t agent, OpKind kind, std::uint32_t object, std::uint32_t choices = 1) {
  Item i;
  i.agent = AgentId{agent};
  i.op = Operation{kind, ObjectId{object}, ObjectId{}};
  i.choices = choices;
  return i;
}

TEST(SleepSets, ADependentStepWakes) {
  SleepSets sleep;
  sleep.add(at(0), item(1, OpKind::AtomicStore, 0));
  sleep.add(at(0), item(2, OpKind::AtomicLoad, 0));
  sleep.add(at(0), item(3, OpKind::AtomicStore, 7));
  ASSERT_EQ(sleep.at(at(0)).size(), 3U);
  // A load of x wakes the store of x, not the load.
  sleep.step(at(0), known_move(item(4, OpKind::AtomicLoad, 0)));
  ASSERT_EQ(sleep.at(at(1)).size(), 2U);
  EXPECT_EQ(sleep.at(at(1))[0].move.agent, AgentId{2U});
  EXPECT_EQ(sleep.at(at(1))[1].move.agent, AgentId{3U});
  // An agent's own step takes its sleeping move away.
  sleep.step(at(1), known_move(item(3, OpKind::AtomicLoad, 9)));
  ASSERT_EQ(sleep.at(at(2)).size(), 1U);
  EXPECT_EQ(sleep.at(at(2))[0].move.agent, AgentId{2U});
  EXPECT_TRUE(sleep.at(at(3)).empty());
}

TEST(SleepSets, GoingBackForgetsLaterSetsOnly) {
  SleepSets sleep;
  sleep.add(at(2), item(1, OpKind::AtomicStore, 0));
  sleep.step(at(2), known_move(item(2, OpKind::AtomicStore, 5)));
  sleep.step(at(3), known_move(item(2, OpKind::AtomicStore, 5)));
  ASSERT_EQ(sleep.at(at(4)).size(), 1U);
  sleep.add(at(3), item(3, OpKind::AtomicStore, 6));
  EXPECT_TRUE(sleep.at(at(0)).empty());
  EXPECT_EQ(sleep.at(at(2)).size(), 1U);
  EXPECT_EQ(sleep.at(at(3)).size(), 2U);
  EXPECT_TRUE(sleep.at(at(4)).empty());
}

TEST(SleepSets, FindsAChoiceAmongSeveral) {
  SleepSets sleep;
  sleep.add(at(0), item(1, OpKind::AtomicStore, 0));
  sleep.add(at(0), item(2, OpKind::AtomicStore, 0, 3));
  EXPECT_EQ(sleep.find_choice(at(0), known_move(item(1, OpKind::AtomicStore, 0))), nullptr);
  const SleepingMove* found = sleep.find_choice(at(0), known_move(item(2, OpKind::AtomicStore, 0)));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->choices, 3U);
  EXPECT_EQ(sleep.find_choice(at(1), known_move(item(2, OpKind::AtomicStore, 0))), nullptr);
}

}  // namespace
}  // namespace skein::dpor
