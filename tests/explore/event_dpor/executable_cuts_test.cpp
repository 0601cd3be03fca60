// SPDX-License-Identifier: Apache-2.0
// The executable parts of cuts, against a plain search that tries all orders on the machine.
#include "explore/event_dpor/executable_cuts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "explore/event_dpor/race_cuts.hpp"
#include "support/event_program.hpp"

namespace skein::event {
namespace {

std::vector<Lengths> maximal(const std::vector<Lengths>& parts) {
  std::vector<Lengths> result;
  for (const Lengths& part : parts) {
    const bool is_maximal = std::none_of(parts.begin(), parts.end(), [&](const Lengths& other) {
      return other != part && is_within(part, other);
    });
    if (is_maximal) result.push_back(part);
  }
  return result;
}

// The order in which the part is to be executed.
std::vector<Move> moves_of(const Scene& scene, const ExecutableCut& part) {
  std::vector<Move> moves;
  for (Position i{0U}; i < scene.trace.size(); ++i) {
    const dpor::Item& item = scene.trace[i];
    if (item.index < part.start[item.agent.index()]) moves.push_back(item.move());
  }
  for (const Position i : part.rest) moves.push_back(scene.trace[i].move());
  return moves;
}

std::vector<Lengths> found_in(ExecutableCuts& executable, RaceCuts& races, const Cut& cut) {
  std::vector<Lengths> found;
  for (const ExecutableCut& part : executable.find(races.scene(), cut)) {
    EXPECT_TRUE(races.is_possible(moves_of(races.scene(), part), part.cut.steps, cut));
    found.push_back(part.cut.steps);
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(ExecutableCuts, AreTheMaximalOnesOfAPlainSearch) {
  const test::EventTheme themes[] = {{.name = "plain"},
                                     {.name = "branches", .branches = true},
                                     {.name = "locks", .branches = true, .locks = true}};
  ExecutableCuts executable;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 450; ++seed) {
    RaceCuts races(test::random_event_program(seed, themes[seed % 3]).text(), seed);
    for (const Cut& cut : races.all()) {
      const std::vector<Lengths> parts = races.executable_parts(cut);
      const std::vector<Lengths> found = found_in(executable, races, cut);
      if (parts.empty() && !found.empty()) continue;  // too many to search plainly
      ASSERT_EQ(found, maximal(parts)) << "program " << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 1000U);
  const SearchCounts& counts = executable.counts();
  EXPECT_GT(counts.in_order, 100U);
  EXPECT_GT(counts.witness, 100U);
  EXPECT_GT(counts.none, 0U);
}

// The run is t, m0, m1, u. Before t's write u reads another value, and m0 and m1 have lost their
// ends: only one of them can have begun.
TEST(ExecutableCuts, TwoMessagesWithoutEndsAreAFamily) {
  RaceCuts races(
      "atomic x = 0\natomic y = 0\natomic z = 0\nhandler h\n"
      "message m0 { y = 1\n r = x }\nmessage m1 { z = 1\n s = x }\n"
      "thread t { x = 1 }\nthread u { q = x }\n"
      "thread main { create t; post h m0; post h m1; create u }\n");
  ExecutableCuts executable;
  for (const Cut& cut : races.all()) {
    EXPECT_EQ(found_in(executable, races, cut), maximal(races.executable_parts(cut)));
  }
  EXPECT_EQ(executable.counts().families, 1U);
}

}  // namespace
}  // namespace skein::event
