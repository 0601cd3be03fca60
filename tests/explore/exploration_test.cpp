// SPDX-License-Identifier: Apache-2.0
// The loop: statistics, budgets, hooks.
#include "explore/exploration.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "support/toys.hpp"

namespace skein {
namespace {

using toys::ARun;
using toys::run_with;
using toys::ToyExplorer;
using toys::ToyMachine;
using toys::violating_run;

struct Result {
  Statistics statistics;
  std::uint64_t bugs = 0;
};

Result explore_all(std::vector<ARun> runs, std::uint64_t plans, const Budget& budget = {},
                   Environment environment = {}) {
  ToyMachine machine(std::move(runs));
  ToyExplorer explorer(plans);
  Result result;
  environment.on_bug = [&](const ARun&) { ++result.bugs; };
  explore(explorer, machine, budget, environment, result.statistics);
  return result;
}

TEST(Exploration, CountsRunsByTheirEnd) {
  ARun cut_switches = run_with(End::Cut);
  cut_switches.bound = BoundHit::Switches;
  const Result r =
      explore_all({run_with(End::Completed, 7), run_with(End::Completed, 3),
                   run_with(End::Deadlock), violating_run("no"), run_with(End::Blocked),
                   run_with(End::Asleep), run_with(End::Cut), cut_switches},
                  8);
  EXPECT_EQ(r.statistics.completed, 2U);
  EXPECT_EQ(r.statistics.deadlocks, 1U);
  EXPECT_EQ(r.statistics.violations, 1U);
  EXPECT_EQ(r.statistics.executions(), 4U);
  EXPECT_EQ(r.statistics.blocked, 1U);
  EXPECT_EQ(r.statistics.redundant, 1U);
  EXPECT_EQ(r.statistics.cut(), 2U);
  EXPECT_EQ(r.statistics.cut_by[static_cast<std::size_t>(BoundHit::Steps)], 1U);
  EXPECT_EQ(r.statistics.cut_by[static_cast<std::size_t>(BoundHit::Switches)], 1U);
  EXPECT_EQ(r.statistics.runs(), 8U);
  EXPECT_EQ(r.statistics.steps, 7U + 3U + 6U);
  EXPECT_EQ(r.statistics.longest, 7U);
  EXPECT_EQ(r.statistics.events, 16U);  // the toy explorer says two a run
  EXPECT_EQ(r.statistics.stop, Stop::Exhausted);
  EXPECT_EQ(r.bugs, 2U);
}

TEST(Exploration, ViolationOfARunThatWasCutIsABugToo) {
  ARun run = violating_run("no");
  run.end = End::Cut;
  run.bound = BoundHit::Steps;
  const Result r = explore_all({run}, 1);
  EXPECT_EQ(r.bugs, 1U);
  EXPECT_EQ(r.statistics.bug_runs, 1U);
  EXPECT_EQ(r.statistics.executions(), 0U);
}

TEST(Exploration, StopsAfterTheBudgetOfRuns) {
  Budget budget;
  budget.runs = 10;
  const Result r = explore_all({run_with(End::Completed)}, 100, budget);
  EXPECT_EQ(r.statistics.runs(), 10U);
  EXPECT_EQ(r.statistics.stop, Stop::Runs);
}

TEST(Exploration, ABudgetOfExactlyAllRunsStopsNothing) {
  Budget budget;
  budget.runs = 10;
  const Result r = explore_all({run_with(End::Completed)}, 10, budget);
  EXPECT_EQ(r.statistics.runs(), 10U);
  EXPECT_EQ(r.statistics.stop, Stop::Exhausted);
}

TEST(Exploration, StopsAtTheFirstBug) {
  Budget budget;
  budget.stops_at_first_bug = true;
  const Result r = explore_all(
      {run_with(End::Completed), violating_run("no"), run_with(End::Completed)}, 100, budget);
  EXPECT_EQ(r.statistics.runs(), 2U);
  EXPECT_EQ(r.statistics.stop, Stop::FirstBug);
}

TEST(Exploration, StopsWhenTimeIsUp) {
  double now = 100;
  Environment environment;
  environment.seconds = [&] { return now += 0.5; };
  Budget budget;
  budget.seconds = 5;
  const Result r = explore_all({run_with(End::Completed)}, 1'000'000, budget, environment);
  EXPECT_EQ(r.statistics.stop, Stop::Seconds);
  EXPECT_GE(r.statistics.seconds, 5);
  EXPECT_LT(r.statistics.runs(), 100U);
}

TEST(Exploration, StopsWhenMemoryIsUp) {
  std::uint64_t memory = 0;
  Environment environment;
  environment.memory_kb = [&] { return memory += 100; };
  Budget budget;
  budget.memory_kb = 1000;
  const Result r = explore_all({run_with(End::Completed)}, 100'000'000, budget, environment);
  EXPECT_EQ(r.statistics.stop, Stop::Memory);
  EXPECT_GT(r.statistics.peak_memory_kb, 1000U);
}

TEST(Exploration, LooksAtTheClockSeldomWhenRunsAreShort) {
  std::uint64_t looks = 0;
  Environment environment;
  double now = 0;
  environment.seconds = [&] {
    ++looks;
    return now;
  };
  ToyMachine machine({run_with(End::Completed)});
  ToyExplorer explorer(1'000'000);
  explorer.on_observe = [&](const ARun&) { now += 1e-6; };
  Statistics statistics;
  explore(explorer, machine, Budget{}, environment, statistics);
  EXPECT_LT(looks, 5000U);  // a second went by: some milliseconds between two looks
  EXPECT_GT(looks, 20U);
}

TEST(Exploration, EndsWhenInterrupted) {
  std::atomic<bool> flag{false};
  Environment environment;
  environment.interrupt = &flag;
  ToyMachine machine({run_with(End::Completed)});
  ToyExplorer explorer(1000);
  std::uint64_t seen = 0;
  explorer.on_observe = [&](const ARun&) { flag = ++seen == 5; };
  Statistics statistics;
  explore(explorer, machine, Budget{}, environment, statistics);
  EXPECT_EQ(statistics.runs(), 5U);
  EXPECT_EQ(statistics.stop, Stop::Interrupted);
}

TEST(Exploration, ReportsProgressAtMostOncePerInterval) {
  double now = 0;
  std::uint64_t calls = 0;
  Environment environment;
  environment.seconds = [&] { return now; };
  environment.progress = [&](const Statistics&) { ++calls; };
  environment.progress_interval = 1;
  ToyMachine machine({run_with(End::Completed)});
  ToyExplorer explorer(100);
  explorer.on_observe = [&](const ARun&) { now += 0.1; };
  Statistics statistics;
  explore(explorer, machine, Budget{}, environment, statistics);
  EXPECT_GE(calls, 8U);
  EXPECT_LE(calls, 10U);
}

TEST(Exploration, OwnBugCarriesThePlanAndTheFiguresSoFar) {
  ToyMachine machine({run_with(End::Completed)});
  ToyExplorer explorer(10);
  explorer.on_observe = [](const ARun&) { ensure(false, "theory broken"); };
  Statistics statistics;
  try {
    explore(explorer, machine, Budget{}, Environment{}, statistics);
    FAIL() << "expected an ExplorationError";
  } catch (const ExplorationError& error) {
    EXPECT_EQ(error.plan().prefix.size(), 1U);
    EXPECT_NE(std::string(error.what()).find("theory broken"), std::string::npos);
  }
  EXPECT_EQ(statistics.runs(), 1U);
}

TEST(Exploration, ADivergedRunIsOurOwnBug) {
  EXPECT_THROW(explore_all({run_with(End::Diverged)}, 1), ExplorationError);
}

TEST(Exploration, LackOfMemoryStopsInsteadOfCrashing) {
  ToyMachine machine({run_with(End::Completed)});
  ToyExplorer explorer(10);
  explorer.on_observe = [](const ARun&) { throw std::bad_alloc(); };
  Statistics statistics;
  explore(explorer, machine, Budget{}, Environment{}, statistics);
  EXPECT_EQ(statistics.stop, Stop::Memory);
}

}  // namespace
}  // namespace skein
