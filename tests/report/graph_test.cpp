// SPDX-License-Identifier: Apache-2.0
// Events and their relations, from runs alone; and the auditor that stands on them.
#include "report/graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/ensure.hpp"
#include "findings/auditor.hpp"
#include "support/toys.hpp"

namespace skein {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace toys;

Step load(std::uint32_t who, std::uint32_t what) { return step(who, OpKind::AtomicLoad, what); }
Step store(std::uint32_t who, std::uint32_t what) { return step(who, OpKind::AtomicStore, what); }

TEST(EventTable, IndependentStepsAreTheSameEventsInEitherOrder) {
  EventTable table;
  table.add(std::vector{store(1, 0), store(2, 1)});
  table.add(std::vector{store(2, 1), store(1, 0)});
  EXPECT_EQ(table.events().size(), 2U);
}

TEST(EventTable, DependentStepsAreNewEventsInTheOtherOrder) {
  EventTable table;
  table.add(std::vector{store(1, 0), store(2, 0)});
  table.add(std::vector{store(2, 0), store(1, 0)});
  EXPECT_EQ(table.events().size(), 4U);
}

TEST(EventTable, AWriteKnowsWhichReadsItFollows) {
  EventTable table;
  // Two reads commute; a write has a different history for every set of reads before it.
  table.add(std::vector{load(1, 0), load(2, 0), store(3, 0)});
  table.add(std::vector{load(2, 0), load(1, 0), store(3, 0)});
  EXPECT_EQ(table.events().size(), 3U);
  table.add(std::vector{load(1, 0), store(3, 0), load(2, 0)});
  EXPECT_EQ(table.events().size(), 5U);
}

TEST(EventTable, TheWritersOwnReadIsNoFurtherCause) {
  EventTable table;
  table.add(std::vector{load(1, 0), store(1, 0)});
  EXPECT_THAT(table.events()[1].causes, ElementsAre(0U));
}

TEST(Relations, ConflictIsImmediateOnlyAtItsRoot) {
  EventTable table;
  // Two stores in either order, each followed by another store of its agent elsewhere.
  table.add(std::vector{store(1, 0), store(2, 0), store(2, 1)});  // events 0 1 2
  table.add(std::vector{store(2, 0), store(1, 0), store(2, 1)});  // events 3 4 5
  const EventRelations relations = relations_of(table);
  // First store of either agent against the first of the other: 0 # 3. What comes after them
  // only inherits it: 1 # 3 (same agent), 0 # 4.
  EXPECT_THAT(relations.immediate_conflicts, ElementsAre(EventRelations::Pair{0, 3}));
}

TEST(Relations, ChoicesConflictImmediately) {
  EventTable table;
  Step zero = step(1, OpKind::Choose);
  zero.choices = 2;
  Step one = zero;
  one.choice = 1;
  table.add(std::vector{zero});
  table.add(std::vector{one});
  EXPECT_THAT(relations_of(table).immediate_conflicts, ElementsAre(EventRelations::Pair{0, 1}));
}

TEST(Relations, ArrowsThatFollowFromOthersAreLeftOut) {
  EventTable table;
  // Event 2 touches both objects, so both stores are causes; but the first is one of the second's.
  Step both = step(2, OpKind::CondWait, 0);
  both.op.second = object(1);
  table.add(std::vector{store(1, 0), store(1, 1), both});
  EXPECT_THAT(table.events()[2].causes, ElementsAre(0U, 1U));
  EXPECT_THAT(relations_of(table).immediate_causes,
              ElementsAre(EventRelations::Pair{0, 1}, EventRelations::Pair{1, 2}));
}

TEST(Graph, IsDot) {
  UnfoldingGraph graph(10);
  ARun run;
  run.steps = {store(1, 0), store(2, 0)};
  graph.add(run);
  std::swap(run.steps[0], run.steps[1]);
  graph.add(run);
  const std::string dot = graph.to_dot(ToyMachine(), "a \"title\"");
  EXPECT_THAT(dot, HasSubstr("digraph"));
  EXPECT_THAT(dot, HasSubstr("label=\"a \\\"title\\\"\""));
  EXPECT_THAT(dot, HasSubstr("t1: store a"));
  EXPECT_THAT(dot, HasSubstr("e0 -> e1;"));
  EXPECT_THAT(dot, HasSubstr("e0 -> e2 [dir=none"));
}

TEST(Graph, RefusesTooManyEvents) {
  UnfoldingGraph graph(2);
  ARun run;
  run.steps = {store(1, 0), store(2, 0), store(1, 0)};
  EXPECT_THROW(graph.add(run), UserError);
}

ARun whole_run() {
  ARun run;
  run.steps = {step(0, OpKind::ThreadStart, 9), store(0, 0), step(0, OpKind::ThreadExit, 9)};
  return run;
}

TEST(Auditor, AcceptsWhatIsRight) {
  Auditor auditor(true);
  EXPECT_NO_THROW(auditor.examine(Plan{}, whole_run()));
}

TEST(Auditor, SeesARunTwice) {
  Auditor auditor(true);
  auditor.examine(Plan{}, whole_run());
  EXPECT_THROW(auditor.examine(Plan{}, whole_run()), InternalError);
  Auditor tolerant(false);
  tolerant.examine(Plan{}, whole_run());
  EXPECT_NO_THROW(tolerant.examine(Plan{}, whole_run()));
}

TEST(Auditor, SeesBrokenPromises) {
  const auto expect_broken = [](const ARun& run, const Plan& plan = {}) {
    EXPECT_THROW(Auditor(true).examine(plan, run), InternalError);
  };
  Plan plan;
  plan.prefix = {Move{agent(1), 0}};
  expect_broken(whole_run(), plan);
  ARun run = whole_run();
  run.shared_prefix = 1;
  expect_broken(run);
  run = whole_run();
  run.steps.erase(run.steps.begin());
  expect_broken(run);
  run = whole_run();
  run.steps.pop_back();
  expect_broken(run);
  run = whole_run();
  run.steps[1] = step(0, OpKind::ThreadJoin, 3);  // names no enabler
  expect_broken(run);
  run = whole_run();
  run.end = End::Asleep;
  expect_broken(run);
  run = whole_run();
  run.end = End::Deadlock;
  expect_broken(run);
}

TEST(Auditor, ComparesTheNumberOfEvents) {
  Auditor auditor(false);
  auditor.examine(Plan{}, whole_run());
  ToyExplorer explorer(0);  // says 0 events
  EXPECT_THROW(auditor.examine_total(explorer), InternalError);
}

}  // namespace
}  // namespace skein
