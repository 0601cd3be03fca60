// SPDX-License-Identifier: Apache-2.0
// Join and inclusion of abstract states, part by part: slots, shared cells, private memory, what
// branches have shown, and differences of variables. Random programs seldom have states that differ
// in one of these alone.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/abstract/values/ranges.hpp"
#include "machine/ir/memory/cells.hpp"

namespace skein::test {

namespace {

using abstract::Relation;
using abstract::Sense;
using abstract::State;
using abstract::ZoneVariable;

class LatticeTest : public testing::Test {
 protected:
  // One frame with two unknown slots and eight bytes of memory.
  State state() {
    State s;
    ir::Frame frame;
    frame.slots.assign(2, 0);
    frame.memory.assign(8, 0);
    s.thread.frames.push_back(frame);
    s.frames.resize(1);
    s.frames[0].slots.assign(2, numbers_.between(0, 9));
    return s;
  }

  bool covers(const State& large, const State& small) {
    return lattice_.covers(large, small, nothing_);
  }

  ir::Cells cells_;
  abstract::Numbers numbers_{abstract::load_ranges()};
  abstract::StateLattice lattice_{cells_, numbers_};
  abstract::BaseMemory nothing_;
};

TEST_F(LatticeTest, UnknownSlotsAreJoinedAndCompared) {
  State a = state();
  State b = state();
  a.frames[0].slots[1] = numbers_.between(0, 3);
  b.frames[0].slots[1] = numbers_.between(2, 7);
  EXPECT_FALSE(covers(a, b));
  EXPECT_FALSE(covers(b, a));
  State both = a;
  ASSERT_TRUE(lattice_.join(both, b, nothing_));
  EXPECT_TRUE(covers(both, a));
  EXPECT_TRUE(covers(both, b));
  for (std::uint64_t value = 0; value <= 7; ++value) {
    EXPECT_TRUE(numbers_.contains(both.frames[0].slots[1], value)) << value;
  }
}

TEST_F(LatticeTest, KnownSlotsAreJoinedAndCompared) {
  State a = state();
  State b = state();
  a.frames[0].slots[0] = b.frames[0].slots[0] = {};
  a.thread.frames[0].slots[0] = 4;
  b.thread.frames[0].slots[0] = 6;
  EXPECT_FALSE(covers(a, b));
  EXPECT_FALSE(covers(b, a));
  State both = a;
  ASSERT_TRUE(lattice_.join(both, b, nothing_));
  EXPECT_TRUE(numbers_.contains(both.frames[0].slots[0], 4));
  EXPECT_TRUE(numbers_.contains(both.frames[0].slots[0], 6));
  EXPECT_TRUE(covers(both, b));
}

TEST_F(LatticeTest, SharedCellsAreJoinedAndCompared) {
  ir::Cell zero;
  zero.kind = ir::ValueKind::Bytes;
  zero.a = 4;
  const ValueId before = cells_.intern(zero);
  const ValueId few = lattice_.with_number(before, numbers_.between(3, 5));
  const ValueId others = lattice_.with_number(before, numbers_.between(7, 9));
  EXPECT_FALSE(lattice_.covers(few, others));
  const ObjectId x{0U};
  nothing_ = [&](ObjectId) { return before; };
  State a = state();
  State b = state();
  abstract::put(a.written, x, few);
  // Written on one path only, then on both.
  for (const ValueId value : {before, others}) {
    if (value != before) abstract::put(b.written, x, value);
    EXPECT_FALSE(covers(a, b));
    EXPECT_FALSE(covers(b, a));
    State both = a;
    ASSERT_TRUE(lattice_.join(both, b, nothing_));
    EXPECT_TRUE(covers(both, a));
    EXPECT_TRUE(covers(both, b));
    const auto number = lattice_.number_in(*abstract::find(both.written, x));
    EXPECT_TRUE(numbers_.contains(number, 4));
    EXPECT_TRUE(numbers_.contains(number, value == before ? 0 : 8));
  }
}

TEST_F(LatticeTest, KnownBytesOfPrivateMemoryAreCompared) {
  State a = state();
  State b = state();
  EXPECT_TRUE(covers(a, b));
  b.thread.frames[0].memory[3] = 1;
  EXPECT_FALSE(covers(a, b));
  EXPECT_FALSE(covers(b, a));
  State both = a;
  ASSERT_TRUE(lattice_.join(both, b, nothing_));
  EXPECT_TRUE(covers(both, a));
  EXPECT_TRUE(covers(both, b));
  EXPECT_FALSE(covers(a, both));
}

TEST_F(LatticeTest, UnknownBytesOfPrivateMemoryAreCompared) {
  State a = state();
  State b = state();
  a.frames[0].memory.push_back({4, 4, numbers_.between(0, 5)});
  b.frames[0].memory.push_back({4, 4, numbers_.between(2, 7)});
  EXPECT_FALSE(covers(a, b));
  State both = a;
  ASSERT_TRUE(lattice_.join(both, b, nothing_));
  EXPECT_TRUE(covers(both, a));
  EXPECT_TRUE(covers(both, b));
}

TEST_F(LatticeTest, WhatOneBranchToldIsForgottenWhereItMeetsAnother) {
  State known = state();
  known.relations.push_back({0, 0, 1, Relation::kLess, false});
  State other = state();
  EXPECT_FALSE(covers(known, other));
  EXPECT_TRUE(covers(other, known));
  State joined = known;
  ASSERT_TRUE(lattice_.join(joined, other, nothing_));
  EXPECT_TRUE(joined.relations.empty());
  other.relations.push_back({0, 0, 1, Relation::kEqual, false});
  EXPECT_FALSE(covers(known, other));
  joined = known;
  ASSERT_TRUE(lattice_.join(joined, other, nothing_));
  ASSERT_EQ(joined.relations.size(), 1U);
  EXPECT_EQ(joined.relations[0].may_be, Relation::kLess | Relation::kEqual);
}

TEST_F(LatticeTest, DifferencesAreJoinedAndCompared) {
  const auto x = ZoneVariable::slot(0, 0);
  const auto y = ZoneVariable::slot(0, 1);
  State known = state();
  ASSERT_TRUE(known.zone.add({x, y, Sense{}, -1}));
  State other = state();
  EXPECT_FALSE(covers(known, other));
  EXPECT_TRUE(covers(other, known));
  State joined = known;
  ASSERT_TRUE(lattice_.join(joined, other, nothing_));
  // All that is left is what the values say: 9 - 0.
  EXPECT_EQ(joined.zone.bound(x, y, Sense{}), 9);
  other.frames[0].slots = {numbers_.between(0, 2), numbers_.between(5, 9)};
  EXPECT_TRUE(covers(known, other));
  joined = known;
  ASSERT_TRUE(lattice_.join(joined, other, nothing_));
  EXPECT_EQ(joined.zone.bound(x, y, Sense{}), -1);
}

}  // namespace

}  // namespace skein::test
