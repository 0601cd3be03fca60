// SPDX-License-Identifier: Apache-2.0
// The table of a fixed size against a map of the library, with hashes that clash.
#include "core/fixed_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <type_traits>

#include "core/random.hpp"

namespace skein {
namespace {

std::uint32_t present_run = 1;

struct RunSlot {
  std::uint32_t run;
  std::uint64_t key;
  std::uint64_t value;
  [[nodiscard]] bool is_free() const { return run != present_run; }
};

constexpr std::size_t kRunSlots = 64;
using RunTable = FixedTable<RunSlot, kRunSlots>;

// Few hashes, so that most keys are not where they belong; some searches go round the end.
std::uint64_t clashing_hash(std::uint64_t key) { return 60 + key % 7; }

static_assert(std::is_trivial_v<RunTable> && std::is_standard_layout_v<RunTable>);
static_assert(IndexSlot{}.is_free() && !IndexSlot::of(0).is_free());
static_assert(IndexSlot::of(7).number() == 7);

TEST(FixedTable, FindsWhatAMapFindsInEachRun) {
  static RunTable table;
  Random random(1);
  for (present_run = 1; present_run <= 20; ++present_run) {
    std::map<std::uint64_t, std::uint64_t> expected;
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t key = random.below(kRunSlots - 1);  // one slot stays free
      RunSlot& slot =
          table.seek(clashing_hash(key), [&](const RunSlot& s) { return s.key == key; });
      const auto known = expected.find(key);
      ASSERT_EQ(slot.is_free(), known == expected.end()) << key;
      if (known != expected.end()) {
        ASSERT_EQ(slot.key, key);
        ASSERT_EQ(slot.value, known->second);
      }
      slot = RunSlot{present_run, key, random.next()};
      expected[key] = slot.value;
    }
  }
}

TEST(FixedTable, SearchesWithinANumberOfSlots) {
  present_run = 1;
  static RunTable table;
  const auto seek = [&](std::size_t most, std::uint64_t key) {
    return table.seek_within(most, 62, [&](const RunSlot& s) { return s.key == key; });
  };
  for (std::uint64_t key = 0; key < kRunSlots; ++key) {
    EXPECT_EQ(seek(key, key), nullptr);
    RunSlot* const slot = seek(key + 1, key);
    ASSERT_NE(slot, nullptr);
    EXPECT_TRUE(slot->is_free());
    *slot = RunSlot{present_run, key, 0};
    EXPECT_EQ(seek(kRunSlots, key), slot);
  }
  EXPECT_EQ(seek(kRunSlots, kRunSlots), nullptr);  // it is full
}

TEST(FixedTable, IsAnIndex) {
  const std::array<std::uint64_t, 3> records{500, 700, 900};
  static FixedTable<IndexSlot, 4> index;
  const auto seek = [&](std::uint64_t record) -> IndexSlot& {
    return index.seek(fibonacci_hash(record),
                      [&](IndexSlot slot) { return records[slot.number()] == record; });
  };
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    EXPECT_TRUE(seek(records[i]).is_free());
    seek(records[i]) = IndexSlot::of(i);
  }
  for (std::uint32_t i = 0; i < records.size(); ++i) EXPECT_EQ(seek(records[i]).number(), i);
  EXPECT_TRUE(seek(800).is_free());
  index.clear();
  EXPECT_TRUE(seek(500).is_free());
}

}  // namespace
}  // namespace skein
