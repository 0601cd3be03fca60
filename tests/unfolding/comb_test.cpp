// SPDX-License-Identifier: Apache-2.0
// Combs: an alternative avoids what it must, and is found if the known events have one.
#include "unfolding/comb.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "unfolding/extensions.hpp"

namespace skein {
namespace {

struct CombWorld {
  Unfolding unfolding;
  Configuration configuration{unfolding};
  Relations relations{unfolding};
  Extensions extensions{unfolding, configuration, &relations};
  Comb comb{unfolding, configuration, &relations};

  EventId push(std::uint32_t agent, OpKind kind, std::uint32_t object) {
    Step s;
    s.agent = AgentId{agent};
    s.op = Operation{kind, ObjectId{object}, ObjectId{}};
    const EventId e = extensions.push(s);
    comb.push(e);
    return e;
  }
  EventId pop() {
    const EventId e = configuration.trail().back();
    extensions.pop();
    comb.pop();
    return e;
  }
  // Puts the event that was just popped into D.
  void avoid(EventId e) {
    comb.avoid(e, extensions.conflicts(Configuration::Position{configuration.size()}));
  }
  [[nodiscard]] bool conflicts(std::span<const EventId> with, EventId d) {
    return std::ranges::any_of(with, [&](EventId e) { return relations.in_conflict(e, d); });
  }
};

TEST(Comb, TwoWritersGoAroundEachOther) {
  CombWorld w;
  w.push(0, OpKind::AtomicStore, 0);
  w.push(1, OpKind::AtomicStore, 0);
  w.avoid(w.pop());  // no other event conflicts with the second write after the first
  EXPECT_FALSE(w.comb.solve(0));
  const EventId first = w.pop();
  w.avoid(first);
  ASSERT_TRUE(w.comb.solve(0));
  ASSERT_EQ(w.configuration.size(), 1U);
  const EventId instead = w.configuration[Configuration::Position{0U}];
  EXPECT_EQ(w.unfolding[instead].agent, AgentId{1U});
  EXPECT_TRUE(w.relations.in_conflict(instead, first));
}

TEST(Comb, IndependentStepsHaveNoAlternative) {
  CombWorld w;
  w.push(0, OpKind::AtomicStore, 0);
  w.push(1, OpKind::AtomicStore, 1);
  w.avoid(w.pop());
  EXPECT_FALSE(w.comb.solve(0));
  w.avoid(w.pop());
  EXPECT_FALSE(w.comb.solve(0));
}

TEST(Comb, ASpikeIsDoneWhenTheConfigurationConflictsWithIt) {
  CombWorld w;
  w.push(0, OpKind::AtomicStore, 0);
  w.push(1, OpKind::AtomicStore, 0);
  w.pop();
  w.avoid(w.pop());
  ASSERT_EQ(w.comb.spikes().size(), 1U);
  w.push(1, OpKind::AtomicStore, 0);  // conflicts with what is avoided
  EXPECT_TRUE(w.comb.spikes().empty());
  w.pop();
  EXPECT_EQ(w.comb.spikes().size(), 1U);
}

// Random runs of loads and stores, taken back step by step as qpor does. At each node: an answer
// "yes" is an alternative [QPOR Def.4], and an answer "no" means that no choice of known events
// in conflict with D is one.
TEST(Comb, AlternativesAreThoseOfTheDefinition) {
  std::size_t yes = 0;
  std::size_t no = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Random random(seed);
    CombWorld w;
    for (int i = 0; i < 7; ++i) {
      w.push(static_cast<std::uint32_t>(random.below(3)),
             random.below(2) == 0 ? OpKind::AtomicLoad : OpKind::AtomicStore,
             static_cast<std::uint32_t>(random.below(2)));
    }
    while (w.configuration.size() > 0) {
      const EventId popped = w.pop();
      const std::size_t size = w.configuration.size();
      const std::vector<EventId> here(w.configuration.trail().begin(),
                                      w.configuration.trail().end());
      w.avoid(popped);
      std::vector<EventId> avoided;
      for (const Comb::Spike& s : w.comb.spikes()) avoided.push_back(s.avoided);
      if (w.comb.solve(0)) {
        ++yes;
        const auto trail = w.configuration.trail();
        for (const EventId d : avoided) {
          ASSERT_TRUE(w.conflicts(trail, d)) << "seed " << seed;
          ASSERT_EQ(std::ranges::find(trail, d), trail.end());
        }
        while (w.configuration.size() > size) w.configuration.pop();
        continue;
      }
      ++no;
      // Every event that fits C, is not of D, and conflicts with some d is a candidate.
      std::vector<EventId> candidates;
      for (std::size_t i = 0; i < w.unfolding.size(); ++i) {
        const EventId e{i};
        if (std::ranges::find(avoided, e) != avoided.end() || w.conflicts(here, e)) continue;
        if (!w.conflicts(avoided, e)) continue;
        // Its history may contain no event of D either.
        const bool follows = std::ranges::any_of(
            avoided, [&](EventId d) { return w.relations.happens_before(d, e); });
        if (!follows) candidates.push_back(e);
      }
      if (candidates.size() > 12) continue;
      for (std::uint32_t set = 0; set < (1U << candidates.size()); ++set) {
        std::vector<EventId> chosen;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
          if ((set >> i & 1U) != 0) chosen.push_back(candidates[i]);
        }
        const bool fits =
            std::ranges::none_of(chosen, [&](EventId e) { return w.conflicts(chosen, e); });
        const bool avoids =
            std::ranges::all_of(avoided, [&](EventId d) { return w.conflicts(chosen, d); });
        ASSERT_FALSE(fits && avoids) << "an alternative was missed, seed " << seed;
      }
    }
  }
  EXPECT_GT(yes, 100U);
  EXPECT_GT(no, 100U);
}

}  // namespace
}  // namespace skein
