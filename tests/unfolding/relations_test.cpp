// SPDX-License-Identifier: Apache-2.0
// The event structure against its definition. Random runs of loads, stores and read-modify-writes
// (any sequence of these is a run) go into one unfolding; histories are then computed as explicit
// sets and causality, conflict, membership and `admits` compared with the definitions [QPOR Sec.2,
// Def.1].
#include "unfolding/relations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/random.hpp"
#include "unfolding/configuration.hpp"
#include "unfolding/extensions.hpp"

namespace skein {
namespace {

using Set = std::set<EventId>;

struct World {
  Unfolding unfolding;
  Configuration configuration{unfolding};
  Relations relations{unfolding};
  Extensions extensions{unfolding, configuration, &relations};

  void run(Random& random, std::uint32_t agents, std::uint32_t objects, std::size_t length) {
    while (configuration.size() > random.below(length)) extensions.pop();
    while (configuration.size() < length) {
      constexpr OpKind kKinds[] = {OpKind::AtomicLoad, OpKind::AtomicLoad, OpKind::AtomicStore,
                                   OpKind::AtomicRmw};
      Step s;
      s.agent = AgentId{static_cast<std::uint32_t>(random.below(agents))};
      s.op = Operation{kKinds[random.below(4)],
                       ObjectId{static_cast<std::uint32_t>(random.below(objects))}, ObjectId{}};
      s.choices = random.below(4) == 0 ? 2 : 1;
      s.choice = static_cast<std::uint32_t>(random.below(s.choices));
      extensions.push(s);
    }
  }

  [[nodiscard]] std::vector<Set> histories() const {  // [e], e included
    std::vector<Set> all;
    for (std::size_t i = 0; i < unfolding.size(); ++i) {
      const Event& e = unfolding[EventId{i}];
      Set h{EventId{i}};
      if (!e.parent.is_none()) h.merge(Set(all[e.parent.index()]));
      for (const EventId p : unfolding.preds(e)) h.merge(Set(all[p.index()]));
      all.push_back(std::move(h));
    }
    return all;
  }

  // Directly in conflict: dependent, and neither before the other [QPOR Def.1, rule 3].
  [[nodiscard]] bool clash(EventId a, EventId b, const std::vector<Set>& h) const {
    if (a == b || h[a.index()].contains(b) || h[b.index()].contains(a)) return false;
    const Event& e = unfolding[a];
    const Event& f = unfolding[b];
    return e.agent == f.agent || depends(e.op(), f.op());
  }

  [[nodiscard]] bool conflict(const Set& a, const Set& b, const std::vector<Set>& h) const {
    for (const EventId e : a) {
      for (const EventId f : b) {
        if (clash(e, f, h)) return true;
      }
    }
    return false;
  }
};

TEST(RelationsTest, AgreeWithTheDefinitions) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    World w;
    for (int i = 0; i < 6; ++i) w.run(random, 3, 2, 9);
    const auto h = w.histories();
    for (std::size_t i = 0; i < w.unfolding.size(); ++i) {
      for (std::size_t j = 0; j < w.unfolding.size(); ++j) {
        const EventId a{i};
        const EventId b{j};
        EXPECT_EQ(w.relations.happens_before(a, b), h[j].contains(a));
        EXPECT_EQ(w.relations.in_conflict(a, b), w.conflict(h[i], h[j], h));
      }
    }
  }
}

TEST(RelationsTest, ConfigurationAdmitsWhatFits) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    World w;
    for (int i = 0; i < 6; ++i) w.run(random, 3, 2, 9);
    const auto h = w.histories();
    const Set c(w.configuration.trail().begin(), w.configuration.trail().end());
    for (std::size_t i = 0; i < w.unfolding.size(); ++i) {
      const EventId e{i};
      EXPECT_EQ(w.configuration.contains(e), c.contains(e));
      if (c.contains(e)) continue;
      const bool fits = !w.conflict(c, h[i], h);
      EXPECT_FALSE(fits && w.configuration.surely_conflicts(w.unfolding[e]));
      Set causes = h[i];
      causes.erase(e);
      if (std::includes(c.begin(), c.end(), causes.begin(), causes.end())) {
        EXPECT_EQ(w.configuration.admits(e), fits);
      }
    }
  }
}

TEST(RelationsTest, ReversalsAreInImmediateConflict) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    World w;
    for (int i = 0; i < 6; ++i) w.run(random, 3, 2, 9);
    const auto h = w.histories();
    for (std::size_t i = 0; i < w.unfolding.size(); ++i) {
      w.unfolding.for_reversals(EventId{i}, [&](EventId d, EventId instead) {
        EXPECT_TRUE(h[i].contains(d));
        EXPECT_EQ(w.unfolding[instead].op(), w.unfolding[EventId{i}].op());
        Set before_d = h[d.index()];
        before_d.erase(d);
        Set before_other = h[instead.index()];
        before_other.erase(instead);
        EXPECT_TRUE(w.clash(d, instead, h));
        EXPECT_FALSE(w.conflict(before_d, h[instead.index()], h));
        EXPECT_FALSE(w.conflict(h[d.index()], before_other, h));
      });
    }
  }
}

TEST(RelationsTest, CollectionKeepsWhatTheRootsNeed) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    World w;
    for (int i = 0; i < 6; ++i) w.run(random, 3, 2, 9);
    const auto reversals = [&] {  // of the trail, by fingerprints
      std::vector<std::vector<std::uint64_t>> all;
      for (const EventId e : w.configuration.trail()) {
        auto& own = all.emplace_back();
        w.unfolding.for_reversals(e, [&](EventId d, EventId instead) {
          own.push_back(w.unfolding[d].fingerprint);
          own.push_back(w.unfolding[instead].fingerprint);
        });
        std::ranges::sort(own);
      }
      return all;
    };
    const auto before = reversals();
    const auto seen = w.unfolding.seen();
    const auto size = w.unfolding.size();
    const Relocation to = w.unfolding.collect({}, w.configuration.trail());
    w.configuration.relocate(to);
    w.relations.forget();
    EXPECT_EQ(w.unfolding.seen(), seen);
    EXPECT_LT(w.unfolding.size(), size);
    EXPECT_EQ(reversals(), before);
    // What comes back is not counted again.
    Random again(seed);
    World fresh;
    for (int i = 0; i < 6; ++i) fresh.run(again, 3, 2, 9);
    EXPECT_EQ(fresh.unfolding.seen(), seen);
  }
}

}  // namespace
}  // namespace skein
