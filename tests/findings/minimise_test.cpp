// SPDX-License-Identifier: Apache-2.0
// Witnesses made easier to read, and the point of no return, against what can be said by hand.
#include "findings/minimise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "explore/oracle/exhaustive.hpp"
#include "findings/schedule.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"

namespace skein {
namespace {

constexpr const char* kLostUpdate = R"(
atomic x = 0
thread adder { r = x; x = r + 1 }
thread main {
  a = create adder()
  b = create adder()
  join a
  join b
  assert x == 2
})";

// Of all findings of all schedules, the first that was seen, with the run that showed it with the
// most switches: the worst witness there is.
Finding worst_finding(ModelMachine& machine) {
  Finding worst;
  Exhaustive explorer;
  while (const Plan* plan = explorer.next()) {
    const skein::Run& run = machine.run(*plan);
    explorer.observe(run);
    if (run.violations.empty() && run.end != End::Deadlock) continue;
    if (worst.times > 0 && count_switches(run.steps) <= worst.switches) continue;
    worst.times = 1;
    worst.is_deadlock = run.end == End::Deadlock;
    if (!run.violations.empty()) worst.violation = run.violations.front();
    worst.steps = run.steps;
    worst.pending = run.pending;
    worst.switches = count_switches(run.steps);
  }
  return worst;
}

std::size_t fewest_switches(ModelMachine& machine, const Finding& finding) {
  std::size_t fewest = finding.switches;
  Exhaustive explorer;
  while (const Plan* plan = explorer.next()) {
    const skein::Run& run = machine.run(*plan);
    explorer.observe(run);
    if (shows_same(run, finding)) fewest = std::min(fewest, count_switches(run.steps));
  }
  return fewest;
}

// Others go on after the violation: a run that a bound on switches cut there is no witness.
TEST(Minimise, GivesARunThatRepeats) {
  ModelMachine machine(parse_model(R"(
mutex m
thread notify { lock m lock m }
thread other { critical m { } }
thread main { a = create notify() b = create other() join a join b }
)",
                                   "test.skein"));
  const Finding best = minimised(worst_finding(machine), machine, Bounds{}, Effort{});
  Plan plan;
  plan.prefix = moves_of(best.steps);
  const skein::Run& run = machine.run(plan);
  EXPECT_TRUE(shows_same(run, best));
  EXPECT_EQ(run.steps.size(), best.steps.size());
}

TEST(Minimise, FindsTheFewestSwitchesThereAre) {
  for (const std::string& text :
       {std::string(kLostUpdate),
        std::string("mutex a, b\nthread left { lock a; lock b; unlock b; unlock a }\n"
                    "thread right { lock b; lock a; unlock a; unlock b }\n"
                    "thread main { l = create left() r = create right() join l join r }")}) {
    ModelMachine machine(parse_model(text, "test.skein"));
    const Finding worst = worst_finding(machine);
    ASSERT_GT(worst.times, 0U);
    const Finding best = minimised(worst, machine, Bounds{}, Effort{});
    EXPECT_EQ(best.switches, fewest_switches(machine, worst));
    EXPECT_LT(best.switches, worst.switches);
    // It is a run, and shows the same.
    Plan plan;
    plan.prefix = moves_of(best.steps);
    const skein::Run& run = machine.run(plan);
    EXPECT_EQ(run.steps.size(), best.steps.size());
    EXPECT_TRUE(shows_same(run, worst));
  }
}

// A poller that was patient for no reason: three rounds are enough.
TEST(Minimise, LeavesOutRoundsThatTheBugDoesNotNeed) {
  ModelMachine machine(parse_model(R"(
atomic flag = 0
thread poller {
  n = 0
  r = flag
  while r == 0 && n < 200 {
    n = n + 1
    r = flag
  }
  is_early = n < 3 || r == 0
  assert is_early
}
thread main { p = create poller() flag = 1 join p }
)",
                                   "test.skein"));
  Plan plan;
  // main creates the poller, which starts and polls for long.
  plan.prefix = {Move{AgentId{0U}}, Move{AgentId{0U}}};
  plan.prefix.resize(plan.prefix.size() + 100, Move{AgentId{1U}});
  plan.prefix.push_back(Move{AgentId{0U}});
  const skein::Run& run = machine.run(plan);
  ASSERT_FALSE(run.violations.empty());
  Finding finding;
  finding.times = 1;
  finding.violation = run.violations.front();
  finding.steps = run.steps;
  finding.pending = run.pending;
  finding.switches = count_switches(run.steps);
  ASSERT_GT(finding.steps.size(), 100U);
  const Finding best = minimised(finding, machine, Bounds{}, Effort{});
  EXPECT_LE(best.switches, finding.switches);
  EXPECT_LT(best.steps.size(), 20U);
  EXPECT_EQ(std::count_if(best.steps.begin(), best.steps.end(),
                          [](const Step& s) { return s.op.kind == OpKind::AtomicLoad; }),
            4);
}

TEST(Minimise, WithoutEffortTheWitnessStays) {
  ModelMachine machine(parse_model(kLostUpdate, "test.skein"));
  const Finding worst = worst_finding(machine);
  Effort none;
  none.runs = 0;
  EXPECT_EQ(moves_of(minimised(worst, machine, Bounds{}, none).steps), moves_of(worst.steps));
  EXPECT_FALSE(point_of_no_return(worst, machine, Bounds{}, none).has_value());
}

TEST(PointOfNoReturn, OfALostUpdateIsTheSecondLoad) {
  // Once both have loaded 0, both will store 1. Before, the one that has not loaded may wait.
  ModelMachine machine(parse_model(kLostUpdate, "test.skein"));
  const Finding worst = worst_finding(machine);
  const Finding best = minimised(worst, machine, Bounds{}, Effort{});
  const auto lost = point_of_no_return(best, machine, Bounds{}, Effort{});
  ASSERT_TRUE(lost.has_value());
  std::size_t loads = 0;
  for (std::size_t i = 0; i <= *lost; ++i) {
    if (best.steps[i].op.kind == OpKind::AtomicLoad) ++loads;
  }
  EXPECT_EQ(best.steps[*lost].op.kind, OpKind::AtomicLoad);
  EXPECT_EQ(loads, 2U);
}

TEST(PointOfNoReturn, IsNotMarkedWhereEveryScheduleFails) {
  ModelMachine machine(parse_model(R"(
atomic x = 0
thread t { x = 1 }
thread main { a = create t() join a assert x == 2 })",
                                   "test.skein"));
  const Finding finding = worst_finding(machine);
  EXPECT_FALSE(point_of_no_return(finding, machine, Bounds{}, Effort{}).has_value());
}

}  // namespace
}  // namespace skein
