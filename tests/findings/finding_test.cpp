// SPDX-License-Identifier: Apache-2.0
// Findings: which bugs are the same, which witness is kept, who waits for whom.
#include "findings/finding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/words/wait_text.hpp"
#include "support/toys.hpp"

namespace skein {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace toys;

TEST(Findings, TheSameBugIsKeptOnceAndCounted) {
  FindingSet set;
  set.add(violating_run("x == 1"));
  set.add(violating_run("x == 1"));
  set.add(violating_run("y == 2"));
  ASSERT_EQ(set.all().size(), 2U);
  EXPECT_EQ(set.all()[0].times, 2U);
  EXPECT_EQ(set.all()[0].kind(), FindingKind::Assertion);
  EXPECT_EQ(set.all()[1].violation.facts.subjects.at(0), "y == 2");
}

TEST(Findings, PlaceAndFactsTellBugsApart) {
  FindingSet set;
  ARun run = violating_run("x");
  set.add(run);
  run.violations[0].site = SiteId{4U};
  set.add(run);
  run.violations[0].facts.code = ViolationCode::AbortCalled;
  set.add(run);
  run.violations[0].facts.values = {1};
  set.add(run);
  run.violations[0].facts.places = {{"a.c", 1}};
  set.add(run);
  set.add(run);
  EXPECT_EQ(set.all().size(), 5U);
}

TEST(Findings, EveryViolationOfARunIsTaken) {
  FindingSet set;
  ARun run = violating_run("x");
  run.violations.push_back({ViolationCode::StackOverflow, agent(1), StepIndex{0U}, SiteId{}});
  set.add(run);
  EXPECT_EQ(set.all().size(), 2U);
}

TEST(Findings, TheWitnessWithFewestSwitchesIsKept) {
  ARun many = violating_run("x", 4);
  many.steps[1].agent = agent(1);
  many.steps[3].agent = agent(1);
  ARun few = violating_run("x", 6);
  ARun shorter = violating_run("x", 5);
  FindingSet set;
  set.add(many);
  EXPECT_EQ(set.all()[0].switches, 3U);
  set.add(few);
  EXPECT_EQ(set.all()[0].steps.size(), 6U);
  set.add(shorter);
  EXPECT_EQ(set.all()[0].steps.size(), 5U);
  set.add(many);
  EXPECT_EQ(set.all()[0].steps.size(), 5U);
  EXPECT_EQ(set.all()[0].times, 4U);
}

TEST(Findings, ManyDistinctOnesAreCountedNotKept) {
  FindingSet set;
  for (std::size_t i = 0; i < FindingSet::kMostKept + 5; ++i) {
    set.add(violating_run("x is " + std::to_string(i)));
  }
  EXPECT_EQ(set.all().size(), FindingSet::kMostKept);
  EXPECT_EQ(set.not_kept(), 5U);
}

ARun two_locks_deadlock() {
  ARun run;
  run.end = End::Deadlock;
  run.steps = {step(1, OpKind::ThreadStart, 8), lock(1, 0), step(2, OpKind::ThreadStart, 9),
               lock(2, 1)};
  run.pending = {stuck(0, OpKind::ThreadJoin, 8), stuck(1, OpKind::MutexLock, 1),
                 stuck(2, OpKind::MutexLock, 0)};
  return run;
}

TEST(Findings, DeadlocksOfTheSameAgentsAtTheSameOperationsAreOne) {
  FindingSet set;
  ARun run = two_locks_deadlock();
  set.add(run);
  std::swap(run.steps[0], run.steps[2]);
  set.add(run);
  EXPECT_EQ(set.all().size(), 1U);
  EXPECT_EQ(set.all()[0].times, 2U);
  run.pending[0].op.first = object(9);
  set.add(run);
  EXPECT_EQ(set.all().size(), 2U);
}

Finding deadlock_of(const ARun& run) {
  FindingSet set;
  set.add(run);
  return set.all().at(0);
}

TEST(WaitFor, NamesHoldersAndTheCycle) {
  const std::vector<Wait> waits = waits_of(deadlock_of(two_locks_deadlock()));
  ASSERT_EQ(waits.size(), 3U);
  EXPECT_EQ(wait_text(waits[0], ToyMachine()), "main waits for the exit of t1");
  EXPECT_EQ(wait_text(waits[1], ToyMachine()), "t1 waits for lock b held by t2");
  EXPECT_EQ(wait_text(waits[2], ToyMachine()), "t2 waits for lock a held by t1");
  EXPECT_THAT(wait_cycle(waits), ElementsAre(agent(1), agent(2)));
  EXPECT_EQ(deadlock_text(waits, ToyMachine()),
            "t1 waits for lock b held by t2, t2 waits for lock a held by t1");
}

TEST(WaitFor, AReleasedLockHasNoHolder) {
  ARun run = two_locks_deadlock();
  run.steps.push_back(unlock(2, 1));
  run.steps.push_back(lock(0, 1));
  const std::vector<Wait> waits = waits_of(deadlock_of(run));
  EXPECT_EQ(wait_text(waits[1], ToyMachine()), "t1 waits for lock b held by main");
}

TEST(WaitFor, ALostSignalHasNoCycle) {
  ARun run;
  run.end = End::Deadlock;
  Pending wake = stuck(1, OpKind::CondWake, 2);
  wake.op.second = object(0);
  run.pending = {wake, stuck(2, OpKind::SemWait, 3), stuck(3, OpKind::BarrierPass, 4)};
  const std::vector<Wait> waits = waits_of(deadlock_of(run));
  EXPECT_THAT(wait_cycle(waits), IsEmpty());
  EXPECT_EQ(deadlock_text(waits, ToyMachine()),
            "t1 waits for a signal on c, t2 waits for semaphore d, which is 0, t3 waits for the "
            "others at barrier e");
}

TEST(WaitFor, AWokenWaiterWaitsForItsMutex) {
  ARun run;
  run.end = End::Deadlock;
  run.steps = {lock(2, 0)};
  Pending wake = stuck(1, OpKind::CondWake, 2);
  wake.op.second = object(0);
  wake.enabler = StepIndex{0U};
  run.pending = {wake};
  const std::vector<Wait> waits = waits_of(deadlock_of(run));
  EXPECT_EQ(wait_text(waits[0], ToyMachine()), "t1 waits for lock a held by t2");
}

TEST(WaitFor, AWriterWaitsForAllReaders) {
  ARun run;
  run.end = End::Deadlock;
  for (const std::uint32_t reader : {1U, 2U}) {
    Step s = step(reader, OpKind::RwReadLock, 0);
    s.shared = 1;
    run.steps.push_back(s);
  }
  run.pending = {stuck(3, OpKind::RwWriteLock, 0)};
  const std::vector<Wait> waits = waits_of(deadlock_of(run));
  EXPECT_EQ(wait_text(waits[0], ToyMachine()), "t3 waits for write lock a read-held by t1 and t2");
}

}  // namespace
}  // namespace skein
