// SPDX-License-Identifier: Apache-2.0
// Whatever happens to the program under test, the explorer goes on and says what it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <signal.h>

#include "machine/native/native_runs.hpp"
#include "report/words/violation_text.hpp"

namespace skein::test {
namespace {

std::string trouble() { return built("tests/machine/native/programs/trouble.c"); }

struct Trouble {
  const char* number;
  ViolationKind kind;
  const char* message;
  // The process dies, or is in a library that cannot be left: the others go no further.
  bool loses_the_rest = false;
};

class Troubles : public testing::TestWithParam<Trouble> {};

// Both threads meet the trouble, in either order: two executions, both of them violations.
TEST_P(Troubles, BecomesAViolationAndTheOtherAgentsGoOn) {
  NativeMachine machine(options_for(trouble(), {GetParam().number}));
  const skein::Run& run = machine.run(Plan{});
  const End end = GetParam().loses_the_rest ? End::Cut : End::Violation;
  const BoundHit bound = GetParam().loses_the_rest ? BoundHit::Lost : BoundHit::None;
  ASSERT_EQ(run.end, end);
  ASSERT_EQ(run.bound, bound);
  ASSERT_FALSE(run.violations.empty());
  EXPECT_EQ(run.violations[0].kind(), GetParam().kind);
  EXPECT_THAT(violation_text(run.violations[0]), testing::HasSubstr(GetParam().message));
  // The agent of the last step is to blame, and a new run shows the same.
  const AgentId guilty = run.violations[0].agent;
  const Plan replay = replay_of(run);
  const skein::Run& again = machine.run(replay);
  ASSERT_EQ(again.end, end);
  EXPECT_EQ(again.violations[0].agent, guilty);
}

INSTANTIATE_TEST_SUITE_P(
    All, Troubles,
    testing::Values(Trouble{"1", ViolationKind::Crash, "segmentation fault at address 0x8"},
                    Trouble{"2", ViolationKind::Assertion, "abort"},
                    Trouble{"3", ViolationKind::Crash, "stack overflow"},
                    Trouble{"4", ViolationKind::Other, "endless loop"},
                    Trouble{"5", ViolationKind::Arithmetic, "division by zero"},
                    Trouble{"7", ViolationKind::Crash, "segmentation fault at address 0x10"},
                    Trouble{"9", ViolationKind::Memory, "double free"},
                    Trouble{"11", ViolationKind::Assertion, "!\"this\""},
                    Trouble{"12", ViolationKind::Crash, "segmentation fault at address 0x0", true},
                    Trouble{"13", ViolationKind::Crash, "segmentation fault"}),
    [](const auto& each) { return std::string("trouble_") + each.param.number; });

TEST(Survival, AnAssertionHaltsOnlyItsAgent) {
  const Explored result = explore_program(trouble(), {"11"});
  EXPECT_EQ(result.statistics.violations, 2U);
  EXPECT_EQ(result.statistics.runs(), 2U);
}

TEST(Survival, LeavingTheProcessIsNoDeadlock) {
  const Explored result = explore_program(trouble(), {"10"});
  EXPECT_EQ(result.statistics.completed, result.statistics.runs());
}

TEST(Survival, WhatIsNotSupportedIsRefusedByNameAndLine) {
  const std::pair<const char*, const char*> refused[] = {{"6", "fork"}, {"8", "--max-heap"}};
  for (const auto& [number, name] : refused) {
    NativeMachine machine(options_for(trouble(), {number}));
    try {
      machine.run(Plan{});
      FAIL() << name << " was let through";
    } catch (const UserError& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr(name));
      EXPECT_THAT(e.what(), testing::HasSubstr("trouble.c:"));
    }
  }
}

TEST(Survival, AnExecutorKilledInEveryAttemptIsAViolationOfThatRun) {
  NativeMachine machine(options_for(trouble(), {"14"}));
  const skein::Run& killed = machine.run(Plan{});
  EXPECT_EQ(killed.end, End::Cut);
  EXPECT_EQ(killed.bound, BoundHit::Lost);
  EXPECT_THAT(violation_text(killed.violations.at(0)), testing::HasSubstr("killed by signal 9"));
  EXPECT_EQ(killed.steps.back().op.kind, OpKind::MutexLock);
}

// Where the run ends before the others have done what they can, other bugs may be left: who says
// that all was explored has found both.
TEST(Survival, WhatACrashInALibraryHidesIsNotCalledExplored) {
  const std::string program = built("tests/machine/native/programs/library_crash.c");
  for (const char* name : {"exhaustive", "source", "optimal", "qpor", "event"}) {
    SCOPED_TRACE(name);
    NativeMachine machine(options_for(program));
    Statistics statistics;
    std::set<ViolationKind> kinds;
    Environment environment;
    environment.on_bug = [&](const skein::Run& run) {
      for (const Violation& v : run.violations) kinds.insert(v.kind());
    };
    const std::unique_ptr<Explorer> explorer = find_explorer(name)->make(ExplorerOptions{});
    explore(*explorer, machine, Budget{}, environment, statistics);
    EXPECT_TRUE(kinds.contains(ViolationKind::Crash));
    EXPECT_TRUE(statistics.cut() > 0 || kinds.contains(ViolationKind::Assertion));
  }
}

TEST(Survival, AnExecutorKilledBetweenRunsIsReplaced) {
  NativeMachine machine(options_for(trouble()));
  const std::size_t steps = machine.run(Plan{}).steps.size();
  ASSERT_EQ(kill(machine.executor_process(), SIGKILL), 0);
  const skein::Run& next = machine.run(Plan{});
  EXPECT_EQ(next.end, End::Completed);
  EXPECT_EQ(next.steps.size(), steps);
  EXPECT_EQ(machine.restarts(), 1U);
}

TEST(Survival, AMissingProgramIsTheUsersError) {
  EXPECT_THROW(NativeMachine(options_for("/no/such/program")), UserError);
}

}  // namespace
}  // namespace skein::test
