// SPDX-License-Identifier: Apache-2.0
// The races of a run: which earlier steps an operation can come before, on small traces and, by the
// definition, on random runs of random programs.
#include "explore/dpor/race_finder.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/random_program.hpp"
#include "support/toys.hpp"

namespace skein::dpor {
namespace {

using namespace toys;

constexpr std::uint32_t kX = 0;
constexpr std::uint32_t kY = 1;

Step load(std::uint32_t who, std::uint32_t what) { return step(who, OpKind::AtomicLoad, what); }
Step read_lock(std::uint32_t who, std::uint32_t what) {
  Step s = step(who, OpKind::RwReadLock, what);
  s.shared = 1;
  return s;
}

// The first steps of the races that were found last.
std::vector<std::uint32_t> firsts(const RaceFinder& finder) {
  std::vector<std::uint32_t> positions;
  for (std::size_t i = 0; i < finder.count(); ++i) positions.push_back(finder.first(i).value);
  return positions;
}

class RaceFinderTest : public testing::Test {
 protected:
  using Positions = std::vector<std::uint32_t>;

  void follow(const std::vector<Step>& steps) { trace_.follow(steps, 0); }
  Positions races_of(std::uint32_t second) {
    finder_.find(Position{second});
    return firsts(finder_);
  }
  Positions races_of(const Pending& pending) {
    finder_.find(pending);
    return firsts(finder_);
  }

  Trace trace_;
  RaceFinder finder_{trace_};
  Reversal reversal_{trace_};
};

TEST_F(RaceFinderTest, OnlyOperationsThatClashRace) {
  follow({load(0, kX), store(1, kY), load(2, kX), store(3, kX)});
  EXPECT_EQ(races_of(1), Positions{});
  EXPECT_EQ(races_of(2), Positions{});
  // Both reads, since neither happens before the other.
  EXPECT_EQ(races_of(3), (Positions{0, 2}));
}

TEST_F(RaceFinderTest, OnlyTheLatestCandidatesCount) {
  follow({store(0, kX), store(1, kX), store(2, kX)});
  EXPECT_EQ(races_of(2), Positions{1});
  // Agent 1 has seen what agent 0 wrote to y after its read of x.
  follow({load(0, kX), store(0, kY), load(1, kY), load(1, kX), store(2, kX)});
  EXPECT_EQ(races_of(4), Positions{3});
}

TEST_F(RaceFinderTest, WhatHappensBeforeIsNoRace) {
  follow({store(0, kX), load(1, kX), store(1, kX)});
  EXPECT_EQ(races_of(1), Positions{0});
  EXPECT_EQ(races_of(2), Positions{});
}

TEST_F(RaceFinderTest, ALockRacesWithTheAcquisition) {
  follow({lock(0, kX), store(0, kY), unlock(0, kX), lock(1, kX)});
  EXPECT_EQ(races_of(3), Positions{0});
  finder_.reverse(Position{0U}, trace_.size(), reversal_);
  EXPECT_EQ(reversal_.branch(), Position{0U});
  EXPECT_EQ(reversal_.last().move.agent, agent(1));
  for (const std::uint32_t i : {0U, 1U, 2U}) EXPECT_FALSE(reversal_.keeps(Position{i})) << i;
}

TEST_F(RaceFinderTest, AnOperationThatWaitsRacesToo) {
  follow({store(2, kY), lock(0, kX), store(0, kY)});
  EXPECT_EQ(races_of(stuck(1, OpKind::MutexLock, kX)), Positions{1});
  finder_.reverse(Position{1U}, trace_.size(), reversal_);
  EXPECT_TRUE(reversal_.keeps(Position{0U}));
  EXPECT_FALSE(reversal_.keeps(Position{2U}));
  // A join whose exit has not come is possible nowhere.
  EXPECT_EQ(races_of(stuck(1, OpKind::ThreadJoin, kY)), Positions{});
}

TEST_F(RaceFinderTest, AWriterNeedsAllReadersOut) {
  follow({read_lock(0, kX), read_lock(1, kX), store(2, kY)});
  EXPECT_EQ(races_of(stuck(3, OpKind::RwWriteLock, kX)), (Positions{0, 1}));
  finder_.reverse(Position{0U}, trace_.size(), reversal_);
  EXPECT_FALSE(reversal_.removes_one());
  EXPECT_FALSE(reversal_.keeps(Position{1U}));
  EXPECT_TRUE(reversal_.keeps(Position{2U}));
}

TEST_F(RaceFinderTest, AReversalEndsWhereItIsAskedTo) {
  follow({store(0, kX), store(1, kX), store(2, kY)});
  ASSERT_EQ(races_of(1), Positions{0});
  finder_.reverse(Position{0U}, Position{1U}, reversal_);
  EXPECT_FALSE(reversal_.contains(Position{2U}));
  finder_.reverse(Position{0U}, trace_.size(), reversal_);
  EXPECT_TRUE(reversal_.contains(Position{2U}));
}

// Whether the machine can execute the second step after all steps before it that do not happen
// after the first.
bool is_reversible(ModelMachine& machine, const std::vector<Step>& steps, const Trace& trace,
                   std::uint32_t first, std::uint32_t second) {
  Plan plan;
  for (std::uint32_t i = 0; i < second; ++i) {
    if (!trace.is_before(Position{first}, Position{i})) plan.prefix.push_back(steps[i].move());
  }
  plan.prefix.push_back({steps[second].agent, 0});
  plan.bounds.steps = static_cast<std::uint32_t>(plan.prefix.size());
  const ARun& run = machine.run(plan);
  return run.end != End::Diverged && run.steps.size() == plan.prefix.size() &&
         run.steps.back().op.kind == steps[second].op.kind;
}

// The definition: the candidates that can be reversed, without those that happen before another.
std::vector<std::uint32_t> by_definition(ModelMachine& machine, const std::vector<Step>& steps,
                                         const Trace& trace, std::uint32_t second) {
  const Position previous = trace.step_before(steps[second].agent, trace[Position{second}].index);
  std::vector<std::uint32_t> all;
  for (std::uint32_t d = 0; d < second; ++d) {
    if (steps[d].agent == steps[second].agent || !depends(steps[d].op, steps[second].op)) continue;
    if (!previous.is_none() && trace.is_before(Position{d}, previous)) continue;
    if (is_reversible(machine, steps, trace, d, second)) all.push_back(d);
  }
  std::vector<std::uint32_t> latest;
  for (std::size_t i = 0; i < all.size(); ++i) {
    bool is_latest = true;
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      is_latest = is_latest && !trace.is_before(Position{all[i]}, Position{all[j]});
    }
    if (is_latest) latest.push_back(all[i]);
  }
  return latest;
}

bool has_readers(const std::vector<Step>& steps) {
  for (const Step& s : steps) {
    if (s.shared != 0) return true;
  }
  return false;
}

TEST(RaceFinderOnPrograms, FindsTheRacesOfTheDefinition) {
  std::size_t races = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    ModelMachine machine(parse_model(test::random_program(seed).text(), "random.skein"));
    Plan plan;
    plan.policy = Policy::Random;
    plan.seed = seed;
    const std::vector<Step> steps = machine.run(plan).steps;
    if (has_readers(steps)) continue;  // their reversals leave out more than one step
    Trace trace;
    trace.follow(steps, 0);
    RaceFinder finder(trace);
    for (std::uint32_t second = 0; second < steps.size(); ++second) {
      finder.find(Position{second});
      const std::vector<std::uint32_t> expected = by_definition(machine, steps, trace, second);
      ASSERT_EQ(firsts(finder), expected) << "program " << seed << ", step " << second;
      races += expected.size();
    }
  }
  EXPECT_GT(races, 400U);
}

}  // namespace
}  // namespace skein::dpor
