// SPDX-License-Identifier: Apache-2.0
// The open-addressing table against a map of the library, with hashes that clash.
#include "core/flat_table.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "core/random.hpp"

namespace skein {
namespace {

struct Slot {
  std::uint64_t key = 0;
  std::uint64_t value = 0;
  [[nodiscard]] bool is_free() const { return key == 0; }
};

// Few hashes, so that most keys are not where they belong.
std::uint64_t hash(std::uint64_t key) { return key % 13; }

TEST(FlatTable, FindsWhatAMapFinds) {
  Random random(1);
  FlatTable<Slot> table(8);
  std::map<std::uint64_t, std::uint64_t> expected;
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t key = 1 + random.below(500);
    Slot& slot = table.seek(hash(key), [&](const Slot& s) { return s.key == key; });
    const auto known = expected.find(key);
    ASSERT_EQ(slot.is_free(), known == expected.end()) << key;
    if (known != expected.end()) {
      ASSERT_EQ(slot.key, key);
      ASSERT_EQ(slot.value, known->second);
    }
    slot = Slot{key, random.next()};
    expected[key] = slot.value;
    if (2 * expected.size() > table.slots()) table.grow([](const Slot& s) { return hash(s.key); });
  }
  std::map<std::uint64_t, std::uint64_t> visited;
  table.for_each([&](const Slot& s) { visited[s.key] = s.value; });
  EXPECT_EQ(visited, expected);
  table.reset(8);
  EXPECT_TRUE(table.seek(hash(1), [](const Slot& s) { return s.key == 1; }).is_free());
  EXPECT_EQ(table.slots(), 8U);
}

}  // namespace
}  // namespace skein
