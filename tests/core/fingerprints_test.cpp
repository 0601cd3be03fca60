// SPDX-License-Identifier: Apache-2.0
// The count of distinct fingerprints against a set of the library, small and divided.
#include "core/fingerprints.hpp"

#include <gtest/gtest.h>

#include <unordered_set>

#include "core/random.hpp"

namespace skein {
namespace {

TEST(Fingerprints, CountsLikeASet) {
  Random random(1);
  Fingerprints counted;
  std::unordered_set<std::uint64_t> known;
  EXPECT_EQ(counted.size(), 0U);
  // Some come twice, at once or much later; far enough that the set is divided and grows again.
  for (std::uint64_t i = 1; i <= 400'000; ++i) {
    const std::uint64_t print = mix64(random.below(300'000));
    counted.add(print);
    known.insert(print);
    if (i % 37'123 == 0 || i < 200) {
      ASSERT_EQ(counted.size(), known.size()) << i;
    }
  }
  EXPECT_EQ(counted.size(), known.size());
  EXPECT_GT(known.size(), 200'000U);
}

}  // namespace
}  // namespace skein
