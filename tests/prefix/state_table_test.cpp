// SPDX-License-Identifier: Apache-2.0
// The table of states against the plain definition: the values of all components.
#include "prefix/state_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "prefix/builder.hpp"
#include "prefix/toy_system.hpp"

namespace skein::testing {
namespace {

std::vector<ValueId> plain_state(const Prefix& prefix, PrefixEventId e) {
  std::vector<ValueId> values;
  for (std::uint32_t c = 0; c < prefix.components(); ++c) {
    values.push_back(prefix.value(prefix[e].view, ComponentId{c}));
  }
  return values;
}

TEST(StateTable, KeepsTheFirstEventOfEachState) {
  std::size_t repeated = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    ToySystem system(random_toy(seed));
    Prefix prefix(system);
    Prefix::Options options;
    options.has_cutoffs = false;
    options.is_enough = [&] { return prefix.statistics().events >= 200; };
    static_cast<void>(build(prefix, options));
    StateTable table(prefix, false);
    std::map<std::vector<ValueId>, PrefixEventId> first;
    for (const PrefixEventId e : prefix.events()) {
      const PrefixEventId expected = first.emplace(plain_state(prefix, e), e).first->second;
      EXPECT_EQ(table.entry_of(e).event, expected) << "seed " << seed;
      EXPECT_TRUE(table.are_same(e, expected)) << "seed " << seed;
      if (expected != e) ++repeated;
    }
    EXPECT_EQ(table.size(), first.size()) << "seed " << seed;
  }
  EXPECT_GT(repeated, 0U);
}

// A cut-off has the state of its corresponding event, and whatever else must be equal.
TEST(StateTable, TellsEventsApartByWhatElseMustBeEqual) {
  std::uint64_t more_events = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    ToySystem system(random_toy(seed));
    Prefix plain(system);
    ASSERT_TRUE(build(plain, {}));
    Prefix prefix(system);
    Prefix::Options options;
    const auto parity = [&](PrefixEventId e) { return e.is_none() ? 0 : prefix[e].size % 2; };
    options.more_state = parity;
    ASSERT_TRUE(build(prefix, options));
    for (const PrefixEventId e : prefix.events()) {
      if (!prefix[e].is_cutoff) continue;
      EXPECT_EQ(parity(e), parity(prefix[e].corresponding)) << "seed " << seed;
    }
    more_events += prefix.statistics().events - plain.statistics().events;
  }
  EXPECT_GT(more_events, 0U);
}

TEST(StateTable, ForgetsWhatIsCleared) {
  ToySystem system(random_toy(1));
  Prefix prefix(system);
  ASSERT_TRUE(build(prefix, {}));
  StateTable table(prefix, false);
  const PrefixEventId e = prefix.events().front();
  static_cast<void>(table.entry_of(e));
  EXPECT_GT(table.bytes(), 0U);
  table.clear();
  EXPECT_EQ(table.bytes(), 0U);
  EXPECT_EQ(table.size(), 0U);
}

}  // namespace
}  // namespace skein::testing
