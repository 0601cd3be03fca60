// SPDX-License-Identifier: Apache-2.0
// Zones against all assignments of a few variables: nothing that is possible is excluded, and what
// follows from the bounds is known.
#include "machine/abstract/values/zone.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace skein::test {

namespace {

using abstract::Difference;
using abstract::Sense;
using abstract::Zone;
using abstract::ZoneVariable;

constexpr int kZoneVariables = 4;
constexpr int kValues = 6;  // of each

using Assignment = std::array<int, kZoneVariables>;

std::vector<Assignment> all_assignments() {
  std::vector<Assignment> all;
  for (int code = 0; code < kValues * kValues * kValues * kValues; ++code) {
    int rest = code;
    Assignment one{};
    for (int& value : one) {
      value = rest % kValues;
      rest /= kValues;
    }
    all.push_back(one);
  }
  return all;
}

ZoneVariable variable(int i) {
  return i % 2 == 0 ? ZoneVariable::slot(0, static_cast<std::size_t>(i))
                    : ZoneVariable::cell(ObjectId{static_cast<std::uint32_t>(i)});
}

int index(ZoneVariable x) { return static_cast<int>(x.place); }

bool fits(const Zone& zone, const Assignment& a) {
  return std::all_of(zone.bounds().begin(), zone.bounds().end(), [&](const Difference& d) {
    return a[static_cast<std::size_t>(index(d.x))] - a[static_cast<std::size_t>(index(d.y))] <=
           d.most;
  });
}

class ZoneTest : public testing::Test {
 protected:
  int pick(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }

  // A zone, and the assignments that its bounds allow.
  Zone draw(std::vector<Assignment>& left) {
    Zone zone;
    left = all_;
    for (int i = pick(4); i > 0; --i) {
      const int x = pick(kZoneVariables - 1);
      const int y = pick(kZoneVariables - 1);
      if (x == y) continue;
      const int most = pick(8) - 4;
      std::vector<Assignment> fewer;
      for (const Assignment& a : left) {
        if (a[static_cast<std::size_t>(x)] - a[static_cast<std::size_t>(y)] <= most) {
          fewer.push_back(a);
        }
      }
      const bool is_possible = zone.add({variable(x), variable(y), Sense{}, most});
      EXPECT_TRUE(is_possible || fewer.empty());
      left = fewer;
      if (!is_possible || left.empty()) break;
    }
    return zone;
  }

  static std::optional<std::int64_t> nothing(ZoneVariable /*x*/, ZoneVariable /*y*/,
                                             Sense /*sense*/) {
    return std::nullopt;
  }

  std::mt19937 random_{5};
  const std::vector<Assignment> all_ = all_assignments();
};

TEST_F(ZoneTest, WhatIsPossibleStaysPossible) {
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<Assignment> left;
    Zone zone = draw(left);
    for (const Assignment& a : left) ASSERT_TRUE(fits(zone, a));
    // A variable gets another value, then that of another one.
    const int x = pick(kZoneVariables - 1);
    const int y = (x + 1) % kZoneVariables;
    zone.forget(variable(x));
    for (Assignment a : left) {
      a[static_cast<std::size_t>(x)] = pick(kValues - 1);
      ASSERT_TRUE(fits(zone, a));
    }
    zone.assign(variable(x), variable(y), Sense{}, 2);
    for (Assignment a : left) {
      a[static_cast<std::size_t>(x)] = a[static_cast<std::size_t>(y)] + 2;
      ASSERT_TRUE(fits(zone, a));
    }
  }
}

TEST_F(ZoneTest, WhatFollowsIsKnown) {
  Zone zone;
  ASSERT_TRUE(zone.add({variable(0), variable(1), Sense{}, 2}));
  ASSERT_TRUE(zone.add({variable(1), variable(2), Sense{}, -3}));
  EXPECT_EQ(zone.bound(variable(0), variable(2), Sense{}), -1);
  EXPECT_EQ(zone.bound(variable(2), variable(0), Sense{}), std::nullopt);
  EXPECT_EQ(zone.bound(variable(0), variable(2), (Sense{32, false})), std::nullopt);
  zone.forget(variable(1));
  EXPECT_EQ(zone.bound(variable(0), variable(2), Sense{}), -1);
  EXPECT_FALSE(zone.add({variable(2), variable(0), Sense{}, 0}));
}

TEST_F(ZoneTest, AJoinHoldsInBothAndCoversThem) {
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<Assignment> in_a;
    std::vector<Assignment> in_b;
    const Zone a = draw(in_a);
    const Zone b = draw(in_b);
    for (const bool widens : {false, true}) {
      const Zone both = Zone::join(a, nothing, b, nothing, widens);
      for (const Assignment& x : in_a) ASSERT_TRUE(fits(both, x));
      for (const Assignment& x : in_b) ASSERT_TRUE(fits(both, x));
      EXPECT_TRUE(both.covers(a, nothing));
      EXPECT_TRUE(both.covers(b, nothing));
    }
    // One that covers another allows all that the other does.
    if (a.covers(b, nothing)) {
      for (const Assignment& x : in_b) ASSERT_TRUE(fits(a, x));
    }
  }
}

TEST_F(ZoneTest, ChainsOfWideningsEnd) {
  Zone now;
  ASSERT_TRUE(now.add({variable(0), variable(1), Sense{}, -9}));
  int changes = 0;
  for (int most = -8; most < 20; ++most) {
    Zone next;
    ASSERT_TRUE(next.add({variable(0), variable(1), Sense{}, most}));
    const Zone wide = Zone::join(now, nothing, next, nothing, true);
    changes += wide == now ? 0 : 1;
    now = wide;
  }
  EXPECT_TRUE(now.is_empty());
  EXPECT_LE(changes, 4);
}

// What a zone does not say, values may.
TEST_F(ZoneTest, ValuesCountAsBounds) {
  Zone a;
  ASSERT_TRUE(a.add({variable(0), variable(1), Sense{}, 3}));
  const auto five = [](ZoneVariable, ZoneVariable, Sense) {
    return std::optional<std::int64_t>(5);
  };
  const Zone both = Zone::join(a, nothing, Zone{}, five, false);
  EXPECT_EQ(both.bound(variable(0), variable(1), Sense{}), 5);
  EXPECT_FALSE(a.covers(Zone{}, five));
  EXPECT_TRUE(both.covers(Zone{}, five));
  EXPECT_FALSE(both.covers(Zone{}, nothing));
}

}  // namespace

}  // namespace skein::test
