// SPDX-License-Identifier: Apache-2.0
// The counterexample of a finding, built from hand-made runs: who did what, what caused it, who
// waits.
#include "report/counterexample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/toys.hpp"

namespace skein {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace toys;

Finding finding_of(const ARun& run) {
  FindingSet set;
  set.add(run);
  return set.all().at(0);
}

// main creates t1; t1 locks a and stores to b; main loads b, and its assertion fails there.
ARun lost_update() {
  ARun run = run_with(End::Violation, 0);
  Step create = step(0, OpKind::ThreadCreate, 7);
  Step start = step(1, OpKind::ThreadStart, 7);
  start.enabler = StepIndex{0U};
  Step store = step(1, OpKind::AtomicStore, 1);
  store.value = 5;
  Step load = step(0, OpKind::AtomicLoad, 1);
  load.value = 5;
  load.site = SiteId{12U};
  run.steps = {create, start, lock(1, 0), store, load};
  run.violations.push_back({{ViolationCode::ConditionIsFalse, {"b == 4"}, {{"toy.skein", 12}}},
                            agent(0),
                            StepIndex{4U},
                            SiteId{12U}});
  return run;
}

TEST(Counterexample, TellsEachStepWithItsCausesAndLocks) {
  const ToyMachine machine;
  const Counterexample counterexample =
      make_counterexample(finding_of(lost_update()), machine, nullptr);
  EXPECT_THAT(counterexample.agents, ElementsAre("main", "t1"));
  ASSERT_EQ(counterexample.steps.size(), 5U);
  EXPECT_EQ(counterexample.steps[2].operation, "lock a");
  EXPECT_THAT(counterexample.steps[2].locks_held, ElementsAre("a"));
  EXPECT_THAT(counterexample.steps[3].locks_held, ElementsAre("a"));
  EXPECT_EQ(counterexample.steps[3].written, 5);
  EXPECT_FALSE(counterexample.steps[3].read.has_value());
  EXPECT_EQ(counterexample.steps[4].read, 5);
  EXPECT_THAT(counterexample.steps[4].locks_held, IsEmpty());
  EXPECT_THAT(counterexample.steps[1].after, ElementsAre(0U));
  // Its own step before happens before the store, which is therefore the only immediate cause.
  EXPECT_THAT(counterexample.steps[4].after, ElementsAre(3U));
  EXPECT_TRUE(counterexample.steps[4].is_switch);
  EXPECT_FALSE(counterexample.steps[3].is_switch);
  EXPECT_EQ(counterexample.switches, 2U);
}

TEST(Counterexample, SaysWhatBrokeAndWhere) {
  const ToyMachine machine;
  const Counterexample counterexample =
      make_counterexample(finding_of(lost_update()), machine, nullptr);
  EXPECT_EQ(counterexample.kind, FindingKind::Assertion);
  EXPECT_EQ(counterexample.message, "toy.skein:12: assertion failed: b == 4");
  EXPECT_EQ(counterexample.brief, "assertion failed: b == 4");
  EXPECT_EQ(counterexample.headline, "assertion failed: b == 4 at toy.skein:12");
  EXPECT_EQ(counterexample.agent, 0U);
  EXPECT_EQ(counterexample.fatal, 4U);
  EXPECT_EQ(counterexample.place.line, 12U);
  EXPECT_EQ(counterexample.place.text, "text 12");
}

// What a detailed run of the same steps knows: the function, and what the failing line read.
TEST(Counterexample, TakesStacksAndValuesFromADetailedRun) {
  const ARun run = lost_update();
  DetailedRun details;
  details.run = run;
  details.steps.resize(run.steps.size());
  ViolationDetails& violation = details.violations.emplace_back();
  violation.stack = {Place{"toy.skein", "/src/toy.skein", 12, "reader", "assert b == 4"}};
  violation.reads = {
      {"n", 3, "toy.skein", 12}, {"n", 3, "toy.skein", 12}, {"k", 1, "toy.skein", 11}};
  const Counterexample counterexample =
      make_counterexample(finding_of(run), ToyMachine(), &details);
  EXPECT_EQ(counterexample.place.path, "/src/toy.skein");
  ASSERT_EQ(counterexample.compared.size(), 2U);
  EXPECT_EQ(counterexample.compared[0].name, "b");
  EXPECT_EQ(counterexample.compared[1].name, "n");
  EXPECT_EQ(counterexample.headline,
            "assertion failed: b == 4 at toy.skein:12 in reader: b was 5, n was 3");
}

TEST(Counterexample, NamesTheCycleOfADeadlock) {
  ARun run = run_with(End::Deadlock, 0);
  run.steps = {step(0, OpKind::ThreadStart, 6),
               step(0, OpKind::ThreadCreate, 7),
               step(0, OpKind::ThreadCreate, 8),
               step(1, OpKind::ThreadStart, 7),
               step(2, OpKind::ThreadStart, 8),
               lock(1, 0),
               lock(2, 1)};
  run.pending = {stuck(1, OpKind::MutexLock, 1), stuck(2, OpKind::MutexLock, 0)};
  const Counterexample counterexample = make_counterexample(finding_of(run), ToyMachine(), nullptr);
  EXPECT_EQ(counterexample.headline, "deadlock: t1 and t2 wait for each other");
  ASSERT_EQ(counterexample.waits.size(), 2U);
  EXPECT_EQ(counterexample.waits[0].text, "t1 waits for lock b held by t2");
  EXPECT_THAT(counterexample.waits[0].locks_held, ElementsAre("a"));
  EXPECT_THAT(counterexample.agents, ElementsAre("main", "t1", "t2"));
  EXPECT_THAT(counterexample.waits[0].for_agents, ElementsAre(2U));
  EXPECT_THAT(counterexample.cycle, ElementsAre(1U, 2U));
}

}  // namespace
}  // namespace skein
