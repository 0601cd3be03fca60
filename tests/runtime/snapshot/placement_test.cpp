// SPDX-License-Identifier: Apache-2.0
// At which steps snapshots are taken, without any process.
#include "runtime/snapshot/placement.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace skein::runtime::snapshots {
namespace {

constexpr Ticks kCost = 100;
constexpr std::uint32_t kSteps = 5000;
constexpr std::uint64_t kPlenty = std::uint64_t{1} << 40U;

// After one run of this length and one snapshot.
Experience after_run(Ticks ticks) {
  Experience experience;
  experience.note_run(ticks, kSteps);
  experience.note_process(kCost, 10);
  experience.note_saved(ticks);
  return experience;
}

// The times of the snapshots of a run that has a step at every tick, from the time `from` on.
std::vector<Ticks> taken(const Experience& experience, Ticks from, Ticks end) {
  std::vector<Ticks> times;
  Ticks last = from;
  for (Ticks now = from; now <= end; ++now) {
    if (!experience.pays(now - last, now)) continue;
    last = now;
    times.push_back(now);
  }
  return times;
}

TEST(Placement, TheFirstRunsTakeNone) {
  Experience experience;
  EXPECT_FALSE(experience.begin_run());
}

TEST(Placement, TheSecondRunTriesOneToLearnItsCost) {
  Experience experience;
  EXPECT_FALSE(experience.begin_run());
  experience.note_run(100'000, kSteps);
  EXPECT_TRUE(experience.begin_run());
  EXPECT_FALSE(taken(experience, 0, 100'000).empty());
  EXPECT_TRUE(experience.fits(0, kPlenty));
  EXPECT_FALSE(experience.fits(1, kPlenty));
}

TEST(Placement, ShortRunsTakeNone) {
  Experience experience = after_run(Experience::kWorth * kCost - 1);
  EXPECT_FALSE(experience.begin_run());
}

// Going back to any time of the run repeats at most a quarter of what is left, or what a
// snapshot is not worth.
TEST(Placement, NothingLongIsRepeated) {
  constexpr Ticks kEnd = 100'000;
  Experience experience = after_run(kEnd);
  ASSERT_TRUE(experience.begin_run());
  std::vector<Ticks> times = taken(experience, 0, kEnd);
  EXPECT_GT(times.size(), 5U);
  EXPECT_LT(times.size(), Experience::kMostSnapshots);
  Ticks last = 0;
  times.push_back(kEnd);
  for (const Ticks time : times) {
    const Ticks back = time - 1;  // just before the next snapshot: the worst case
    EXPECT_LE(back - last, std::max((kEnd - back) / 4 + 1, Experience::kWorth * kCost));
    last = time;
  }
}

TEST(Placement, ARunThatIsContinuedGetsNewOnesInItsRest) {
  constexpr Ticks kEnd = 100'000;
  const Experience experience = after_run(kEnd);
  const std::vector<Ticks> times = taken(experience, kEnd / 2, kEnd);
  ASSERT_FALSE(times.empty());
  EXPECT_GE(times.front(), kEnd / 2 + kEnd / 16);
}

TEST(Placement, ALongerRunThanExpectedGetsFewMore) {
  const Experience experience = after_run(10'000);
  EXPECT_LT(taken(experience, 0, 1'000'000).size(), 60U);
}

TEST(Placement, MemoryAndNumberAreBounded) {
  const Experience experience = after_run(100'000);
  EXPECT_TRUE(experience.fits(0, kPlenty));
  EXPECT_TRUE(experience.fits(Experience::kMostSnapshots - 1, kPlenty));
  EXPECT_FALSE(experience.fits(Experience::kMostSnapshots, kPlenty));
  EXPECT_TRUE(experience.fits(1, 2 * 10 * 4096));  // two of ten pages each
  EXPECT_FALSE(experience.fits(2, 2 * 10 * 4096));
}

TEST(Placement, UselessSnapshotsEndAndAreTriedAgainMoreAndMoreSeldom) {
  Experience experience;
  experience.note_run(100'000, kSteps);
  std::uint32_t last_pause = 0;
  for (int round = 0; round < 4; ++round) {
    ASSERT_TRUE(experience.begin_run());
    std::uint32_t useless = 0;
    while (experience.pays(100'000, 100'000)) {
      experience.note_process(kCost, 10);
      ASSERT_LE(++useless, Experience::kPatience);
    }
    std::uint32_t pause = 0;
    while (!experience.begin_run()) ++pause;
    EXPECT_GT(pause, last_pause);
    last_pause = pause;
  }
}

TEST(Placement, SnapshotsThatAreUsedGoOn) {
  Experience experience;
  experience.note_run(100'000, kSteps);
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_TRUE(experience.begin_run());
    experience.note_process(kCost, 10);
    experience.note_saved(50'000);
  }
}

TEST(Placement, TheClockIsReadALimitedNumberOfTimes) {
  Experience experience;
  EXPECT_EQ(experience.stride(), 1U);
  experience.note_run(1'000'000, 1U << 20U);
  EXPECT_LE((1U << 20U) / experience.stride(), Experience::kLooks);
}

}  // namespace
}  // namespace skein::runtime::snapshots
