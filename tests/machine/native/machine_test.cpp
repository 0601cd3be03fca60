// SPDX-License-Identifier: Apache-2.0
// The contract of Machine, kept by the native one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <signal.h>
#include <unistd.h>

#include "machine/native/native_runs.hpp"
#include "report/words/violation_text.hpp"

namespace skein::test {
namespace {

const char* const kTwoLocks = "tests/machine/native/programs/two_locks.c";

std::vector<Step> kept(const Run& run) { return run.steps; }

bool is_same(const Step& a, const Step& b) {
  return a.agent == b.agent && a.op == b.op && a.choice == b.choice && a.choices == b.choices &&
         a.enabler == b.enabler && a.site == b.site && a.gate_before == b.gate_before &&
         a.gate_after == b.gate_after && a.shared == b.shared;
}

TEST(NativeMachine, GivesTheSameStepsForTheSameMoves) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  const std::vector<Step> first = kept(machine.run(Plan{}));
  ASSERT_FALSE(first.empty());
  Plan plan;
  for (const Step& s : first) plan.prefix.push_back(s.move());
  for (int i = 0; i < 1000; ++i) {
    const skein::Run& again = machine.run(plan);
    ASSERT_EQ(again.end, End::Completed);
    ASSERT_EQ(again.steps.size(), first.size());
    for (std::size_t k = 0; k < first.size(); ++k) ASSERT_TRUE(is_same(again.steps[k], first[k]));
  }
  EXPECT_EQ(machine.restarts(), 0U);
}

// Plans that promise how the next one begins, and keep it or not: the steps are those of a machine
// that was told nothing.
TEST(NativeMachine, BeginsBeforeThePlanIsThereAndStillFollowsIt) {
  NativeOptions options = options_for(built(kTwoLocks));
  NativeMachine plain(options);
  options.always_spins = true;
  NativeMachine eager(options);
  const std::vector<Step> first = kept(plain.run(Plan{}));
  eager.run(Plan{});  // the same first run, the same numbers
  for (std::uint32_t i = 0; i < 300; ++i) {
    Plan plan;
    plan.policy = i % 7 == 0 ? Policy::Random : Policy::Continue;
    plan.seed = i;
    plan.records_enabled = i % 11 == 0;
    if (i % 13 == 0) plan.bounds.preemptions = 1;
    for (std::size_t k = 0; k < i * 5 % first.size(); ++k) plan.prefix.push_back(first[k].move());
    plan.reusable_prefix = i * 3 % static_cast<std::uint32_t>(first.size());
    const std::vector<Step> expected = kept(plain.run(plan));
    const skein::Run& run = i % 17 == 0 ? eager.show(plan) : eager.run(plan);
    ASSERT_EQ(run.steps.size(), expected.size()) << i;
    for (std::size_t k = 0; k < expected.size(); ++k) {
      ASSERT_TRUE(is_same(run.steps[k], expected[k])) << i << ", step " << k;
    }
  }
}

TEST(NativeMachine, SetsTheFlagsOfSteps) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  const skein::Run& run = machine.run(Plan{});
  EXPECT_EQ(run.steps.front().op.kind, OpKind::ThreadStart);
  EXPECT_EQ(run.steps.front().agent, kMainAgent);
  EXPECT_TRUE(run.steps.front().enabler.is_none());
  EXPECT_EQ(run.steps.back().op.kind, OpKind::ThreadExit);
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const Step& s = run.steps[i];
    switch (s.op.kind) {
      case OpKind::ThreadStart:
        if (s.agent == kMainAgent) break;
        EXPECT_EQ(run.steps[s.enabler.index()].op.kind, OpKind::ThreadCreate);
        EXPECT_EQ(run.steps[s.enabler.index()].op.first, s.op.first);
        break;
      case OpKind::ThreadJoin:
        EXPECT_EQ(run.steps[s.enabler.index()].op.kind, OpKind::ThreadExit);
        EXPECT_EQ(run.steps[s.enabler.index()].op.first, s.op.first);
        break;
      case OpKind::MutexLock:
        EXPECT_TRUE(s.gate_before);
        EXPECT_FALSE(s.gate_after);
        break;
      case OpKind::MutexUnlock:
        EXPECT_FALSE(s.gate_before);
        EXPECT_TRUE(s.gate_after);
        break;
      case OpKind::Choose: EXPECT_EQ(s.choices, 3U); break;
      default: break;
    }
  }
}

TEST(NativeMachine, FollowsChoicesAndSaysWhatIsShared) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  const std::vector<Step> first = kept(machine.run(Plan{}));
  std::size_t at = 0;
  while (first[at].op.kind != OpKind::Choose) ++at;
  Plan plan;
  for (std::size_t i = 0; i < at; ++i) plan.prefix.push_back(first[i].move());
  plan.prefix.push_back(Move{first[at].agent, 2});
  const skein::Run& run = machine.run(plan);
  EXPECT_EQ(run.end, End::Completed);
  EXPECT_EQ(run.shared_prefix, at);
  EXPECT_EQ(run.steps[at].choice, 2U);
}

TEST(NativeMachine, ObeysSleepSets) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  const std::vector<Step> first = kept(machine.run(Plan{}));
  Plan plan;
  plan.prefix = {first[0].move()};
  plan.sleep = {Sleeper{first[1].move(), first[1].op}};  // main alone can go on, and sleeps
  const skein::Run& run = machine.run(plan);
  EXPECT_EQ(run.end, End::Asleep);
  EXPECT_EQ(run.steps.size(), 1U);
  ASSERT_EQ(run.pending.size(), 1U);
  EXPECT_EQ(run.pending[0].op, first[1].op);
}

TEST(NativeMachine, RespectsBounds) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  Plan plan;
  plan.bounds.steps = 5;
  const skein::Run& run = machine.run(plan);
  EXPECT_EQ(run.end, End::Cut);
  EXPECT_EQ(run.bound, BoundHit::Steps);
  EXPECT_EQ(run.steps.size(), 5U);
}

TEST(NativeMachine, SaysDivergedWhenAMoveIsImpossible) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  Plan plan;
  plan.prefix = {Move{AgentId{std::uint32_t{5}}, 0}};
  EXPECT_EQ(machine.run(plan).end, End::Diverged);
  EXPECT_EQ(machine.run(Plan{}).end, End::Completed);
}

TEST(NativeMachine, NoticesUncontrolledNondeterminism) {
  NativeMachine machine(options_for(built("tests/machine/native/programs/random_choice.c")));
  const skein::Run* run = &machine.run(Plan{});
  for (int i = 0; i < 1000 && run->end != End::Diverged; ++i) run = &machine.run(replay_of(*run));
  ASSERT_EQ(run->end, End::Diverged);
  ASSERT_FALSE(run->violations.empty());
  EXPECT_THAT(violation_text(run->violations[0]), testing::HasSubstr("not deterministic"));
  EXPECT_THAT(violation_text(run->violations[0]), testing::HasSubstr("lock"));
}

TEST(NativeMachine, NamesThingsForPeople) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  const skein::Run& run = machine.run(Plan{});
  std::set<std::string> names;
  for (const Step& s : run.steps) {
    names.insert(machine.names().agent_name(s.agent));
    if (s.op.kind == OpKind::MutexLock) {
      EXPECT_EQ(machine.names().object_name(s.op.first), "m");
      EXPECT_THAT(machine.names().site_text(s.site), testing::StartsWith("two_locks.c:"));
    }
  }
  EXPECT_THAT(names, testing::ElementsAre("main", "worker(1)", "worker(2)"));
}

TEST(NativeMachine, HasItsExecutorInAProcessGroupOfItsOwn) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  machine.run(Plan{});
  // Ctrl-C goes to the group in the foreground: to us alone.
  EXPECT_EQ(getpgid(machine.executor_process()), machine.executor_process());
}

TEST(NativeMachine, RecordsWhatIsEnabled) {
  NativeMachine machine(options_for(built(kTwoLocks)));
  Plan plan;
  plan.records_enabled = true;
  const skein::Run& run = machine.run(plan);
  ASSERT_EQ(run.enabled_from.size(), run.steps.size() + 1);
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    bool is_there = false;
    for (std::uint32_t k = run.enabled_from[i]; k < run.enabled_from[i + 1]; ++k) {
      is_there = is_there || run.enabled[k].agent == run.steps[i].agent;
    }
    EXPECT_TRUE(is_there) << "step " << i;
  }
}

}  // namespace
}  // namespace skein::test
