// SPDX-License-Identifier: Apache-2.0
// Wakeup trees: what is inserted, what is contained already, where new branches go.
#include "explore/dpor/wakeup_tree.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/toys.hpp"

namespace skein::dpor {
namespace {

using toys::store;

// Agents 0, 1 and 2 write x, agent 3 writes y.
class WakeupTreeTest : public testing::Test {
 protected:
  void SetUp() override { trace_.follow(steps_, 0); }

  // The reversal that runs the step at `last` without the steps in `removed`.
  Reversal& reversal(std::uint32_t last, const std::vector<std::uint32_t>& removed) {
    reversal_.start(known_move(trace_[Position{last}]), Position{last}, trace_.size());
    for (const std::uint32_t d : removed) reversal_.remove(Position{d});
    return reversal_;
  }

  // The tree by agents: children in brackets, siblings in order.
  [[nodiscard]] std::string text(WakeupTrees::Tree tree) const {
    std::string s;
    for (; !tree.is_none(); tree = trees_.next(tree)) {
      s += std::to_string(trees_.move(tree).move.agent.value);
      if (!trees_.child(tree).is_none()) s += '(' + text(trees_.child(tree)) + ')';
    }
    return s;
  }

  std::vector<Step> steps_{store(0, 0), store(1, 0), store(2, 0), store(3, 1)};
  Trace trace_;
  Reversal reversal_{trace_};
  WakeupTrees trees_;
  WakeupTrees::Tree tree_;
};

TEST_F(WakeupTreeTest, ASequenceIsNotdepThenTheSecondOfTheRace) {
  trees_.insert(tree_, reversal(1, {0}), trace_);
  EXPECT_EQ(text(tree_), "3(1)");
}

TEST_F(WakeupTreeTest, TheSameSequenceIsContained) {
  trees_.insert(tree_, reversal(1, {0}), trace_);
  const Position decided = trees_.insert(tree_, reversal(1, {0}), trace_);
  EXPECT_EQ(text(tree_), "3(1)");
  EXPECT_EQ(decided, Position{3U});  // as long as the write of y is there
}

TEST_F(WakeupTreeTest, WhatDoesNotFitBecomesTheLastChild) {
  trees_.insert(tree_, reversal(1, {0}), trace_);
  // 3.2 shares the first move with 3.1; then 2 and 1 write the same object.
  trees_.insert(tree_, reversal(2, {0}), trace_);
  EXPECT_EQ(text(tree_), "3(12)");
}

TEST_F(WakeupTreeTest, ALeafThatIsIndependentContainsTheSequence) {
  steps_.pop_back();
  trace_.follow(steps_, 3);
  trees_.insert(tree_, reversal(1, {0}), trace_);
  ASSERT_EQ(text(tree_), "1");
  // Now the run has the write of y: it can come after what the leaf explores.
  steps_ = {store(0, 0), store(3, 1)};
  trace_.follow(steps_, 1);
  EXPECT_TRUE(trees_.insert(tree_, reversal(1, {0}), trace_).is_none());
  EXPECT_EQ(text(tree_), "1");
}

TEST_F(WakeupTreeTest, FreedNodesAreUsedAgain) {
  trees_.insert(tree_, reversal(1, {0}), trace_);
  trees_.insert(tree_, reversal(2, {0}), trace_);
  trees_.free_all(tree_);
  EXPECT_TRUE(tree_.is_none());
  const std::size_t bytes = trees_.bytes();
  trees_.insert(tree_, reversal(1, {0}), trace_);
  EXPECT_EQ(text(tree_), "3(1)");
  EXPECT_EQ(trees_.bytes(), bytes);
}

}  // namespace
}  // namespace skein::dpor
