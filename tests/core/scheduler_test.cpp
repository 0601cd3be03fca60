// SPDX-License-Identifier: Apache-2.0
// The scheduler: follows a prefix, keeps out of the sleep set, respects bounds, is fair.
#include "core/scheduler.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace skein {
namespace {

constexpr AgentId kA{0U};
constexpr AgentId kB{1U};
constexpr Operation kWriteX{OpKind::AtomicStore, ObjectId{0U}, ObjectId{}};
constexpr Operation kWriteY{OpKind::AtomicStore, ObjectId{1U}, ObjectId{}};

Pending pending(AgentId agent, const Operation& op = kWriteX, std::uint32_t choices = 1) {
  Pending p;
  p.agent = agent;
  p.op = op;
  p.choices = choices;
  p.is_enabled = true;
  return p;
}

Step step(const Decision& d, const Operation& op = kWriteX) {
  Step s;
  s.agent = d.move.agent;
  s.choice = d.move.choice;
  s.op = op;
  s.is_preemption = d.is_preemption;
  return s;
}

TEST(Scheduler, FollowsThePrefixThenStays) {
  Plan plan;
  plan.prefix = {Move{kB, 0}, Move{kA, 1}};
  Scheduler scheduler;
  scheduler.begin(plan);
  const std::vector<Pending> enabled{pending(kA, kWriteX, 2), pending(kB)};
  const std::vector<Move> expected{Move{kB, 0}, Move{kA, 1}, Move{kA, 0}};
  for (const Move& move : expected) {
    const Decision d = scheduler.pick(enabled);
    ASSERT_FALSE(d.is_stop);
    EXPECT_EQ(d.move, move);
    scheduler.took(step(d));
  }
}

TEST(Scheduler, APrefixThatCannotBeFollowedDiverges) {
  Plan plan;
  plan.prefix = {Move{kB, 0}};
  Scheduler scheduler;
  scheduler.begin(plan);
  const Decision d = scheduler.pick(std::vector<Pending>{pending(kA)});
  EXPECT_TRUE(d.is_stop);
  EXPECT_EQ(d.end, End::Diverged);

  plan.prefix = {Move{kA, 2}};  // such a choice does not exist
  scheduler.begin(plan);
  EXPECT_EQ(scheduler.pick(std::vector<Pending>{pending(kA, kWriteX, 2)}).end, End::Diverged);
}

TEST(Scheduler, ASleepingMoveIsNotTakenUntilADependentStepWakesIt) {
  Plan plan;
  plan.sleep = {Sleeper{Move{kA, 0}, kWriteX}};
  Scheduler scheduler;
  scheduler.begin(plan);
  EXPECT_EQ(scheduler.pick(std::vector<Pending>{pending(kA)}).end, End::Asleep);

  const std::vector<Pending> both{pending(kA), pending(kB)};
  Decision d = scheduler.pick(both);
  EXPECT_EQ(d.move.agent, kB);
  scheduler.took(step(d, kWriteY));  // independent: A sleeps on
  EXPECT_EQ(scheduler.pick(std::vector<Pending>{pending(kA)}).end, End::Asleep);
  d = scheduler.pick(both);
  scheduler.took(step(d, kWriteX));  // wakes A
  d = scheduler.pick(std::vector<Pending>{pending(kA)});
  EXPECT_FALSE(d.is_stop);
  EXPECT_EQ(d.move.agent, kA);
}

TEST(Scheduler, OneSleepingChoiceLeavesTheOthers) {
  Plan plan;
  plan.sleep = {Sleeper{Move{kA, 0}, kWriteX}};
  Scheduler scheduler;
  scheduler.begin(plan);
  const Decision d = scheduler.pick(std::vector<Pending>{pending(kA, kWriteX, 2)});
  ASSERT_FALSE(d.is_stop);
  EXPECT_EQ(d.move, (Move{kA, 1}));
}

TEST(Scheduler, BoundsCutTheRun) {
  const std::vector<Pending> both{pending(kA), pending(kB)};
  Plan plan;
  plan.bounds.steps = 1;
  Scheduler scheduler;
  scheduler.begin(plan);
  scheduler.took(step(scheduler.pick(both)));
  Decision d = scheduler.pick(both);
  EXPECT_EQ(d.end, End::Cut);
  EXPECT_EQ(d.bound, BoundHit::Steps);

  plan = Plan{};
  plan.prefix = {Move{kA, 0}, Move{kB, 0}};
  plan.bounds.preemptions = 0;
  scheduler.begin(plan);
  scheduler.took(step(scheduler.pick(both)));
  d = scheduler.pick(both);
  EXPECT_EQ(d.end, End::Cut);
  EXPECT_EQ(d.bound, BoundHit::Preemptions);
  // If A cannot go on, the same switch is not a preemption.
  d = scheduler.pick(std::vector<Pending>{pending(kB)});
  EXPECT_FALSE(d.is_stop);
  EXPECT_FALSE(d.is_preemption);

  plan.bounds = Bounds{};
  plan.bounds.switches = 0;
  scheduler.begin(plan);
  scheduler.took(step(scheduler.pick(both)));
  EXPECT_EQ(scheduler.pick(both).bound, BoundHit::Switches);
}

TEST(Scheduler, NoAgentGoesOnForEver) {
  const std::vector<Pending> both{pending(kA), pending(kB)};
  Plan plan;
  Scheduler scheduler;
  scheduler.begin(plan);
  bool has_b = false;
  for (int i = 0; i < 1000; ++i) {
    const Decision d = scheduler.pick(both);
    has_b = has_b || d.move.agent == kB;
    scheduler.took(step(d));
  }
  EXPECT_TRUE(has_b);
}

TEST(Scheduler, AnAgentThatYieldsGivesWay) {
  const std::vector<Pending> both{pending(kA), pending(kB)};
  Plan plan;
  Scheduler scheduler;
  scheduler.begin(plan);
  const Decision d = scheduler.pick(both);
  EXPECT_EQ(d.move.agent, kA);
  scheduler.took(step(d, Operation{OpKind::Yield, ObjectId{}, ObjectId{}}));
  EXPECT_EQ(scheduler.pick(both).move.agent, kB);
}

// A machine that restores steps instead of executing them gets the same decisions.
TEST(Scheduler, RestoredStepsCountLikeExecutedOnes) {
  const std::vector<Pending> both{pending(kA), pending(kB)};
  for (const Policy policy : {Policy::Continue, Policy::Pct}) {
    Plan plan;
    plan.prefix = {Move{kA, 0}, Move{kB, 0}, Move{kB, 0}};
    plan.policy = policy;
    plan.seed = 5;
    plan.pct_length = 4;
    plan.bounds.switches = 2;
    Scheduler executed;
    executed.begin(plan);
    std::vector<Step> steps;
    for (int i = 0; i < 3; ++i) {
      steps.push_back(step(executed.pick(both)));
      executed.took(steps.back());
    }
    Scheduler restored;
    restored.begin(plan, steps);
    for (int i = 0; i < 10; ++i) {
      const Decision a = executed.pick(both);
      const Decision b = restored.pick(both);
      ASSERT_EQ(a.is_stop, b.is_stop);
      ASSERT_EQ(a.move, b.move);
      if (a.is_stop) break;
      executed.took(step(a));
      restored.took(step(b));
    }
  }
}

}  // namespace
}  // namespace skein
