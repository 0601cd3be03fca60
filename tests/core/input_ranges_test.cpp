// SPDX-License-Identifier: Apache-2.0
// Choices of unknown inputs against plain enumeration.
#include "core/input_ranges.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace skein {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(InputRanges, NumbersOfValuesAreThoseOfAnEnumeration) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<InputRange> ranges;
    std::int64_t at = -20;
    for (std::uint32_t i = random() % 4; i > 0; --i) {
      at += 1 + static_cast<std::int64_t>(random() % 4);
      const std::int64_t last = at + static_cast<std::int64_t>(random() % 5);
      ranges.push_back({at, last});
      at = last + 1;
    }
    const auto lo = static_cast<std::int64_t>(random() % 40) - 25;
    const InputRange bounds{lo, lo + static_cast<std::int64_t>(random() % 30)};
    std::vector<std::int64_t> expected;
    for (std::int64_t x = bounds.first; x <= bounds.last; ++x) {
      if (input_ranges::contains(ranges, x)) expected.push_back(x);
    }
    ASSERT_EQ(input_ranges::count(ranges, bounds), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(input_ranges::value(ranges, bounds, i), expected[i]);
      EXPECT_EQ(input_ranges::number_of(ranges, bounds, expected[i]), i);
    }
  }
}

TEST(InputRanges, TheEndsOfTheIntegersDoNotOverflow) {
  const std::vector<InputRange> all{kAllInputs};
  EXPECT_EQ(input_ranges::size_of(kAllInputs), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(input_ranges::count(all, {kLeast, kLeast}), 1U);
  EXPECT_EQ(input_ranges::count(all, {kMost, kMost}), 1U);
  EXPECT_EQ(input_ranges::value(all, kAllInputs, 0), kLeast);
  EXPECT_EQ(input_ranges::value(all, {-1, kMost}, 1ULL << 63U), kMost);
  EXPECT_EQ(input_ranges::number_of(all, kAllInputs, 0), 1ULL << 63U);
  const std::vector<InputRange> halves{{kLeast, -1}, {0, kMost}};
  EXPECT_EQ(input_ranges::count(halves, kAllInputs), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(input_ranges::count(halves, {3, 2}), 0U);
}

}  // namespace
}  // namespace skein
