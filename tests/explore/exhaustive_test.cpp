// SPDX-License-Identifier: Apache-2.0
// The exhaustive explorer: every interleaving once.
#include "explore/oracle/exhaustive.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/outcome.hpp"

namespace skein::test {
namespace {

Outcome outcome(const std::string& text, const Bounds& bounds = {}) {
  ModelMachine machine(parse_model(text, "test.skein"));
  Exhaustive explorer(bounds);
  return explore_all(explorer, machine, 100'000);
}

// One agent: one interleaving.
TEST(Exhaustive, OneAgent) { EXPECT_EQ(outcome("atomic x = 0 thread main { x = 1 }").runs, 1U); }

// After the creation: main's exit among t's start, store, exit: 4 places.
TEST(Exhaustive, TwoAgents) {
  EXPECT_EQ(outcome("atomic x = 0 thread t { x = 1 } thread main { create t() }").runs, 4U);
}

// t and u have 3 steps each. If t makes j of them before u is created, main's exit, t's other
// 3 - j and u's 3 can be merged in (7 - j)! / ((3 - j)! 3!) ways: 140 + 60 + 20 + 4.
TEST(Exhaustive, ThreeAgents) {
  EXPECT_EQ(outcome("atomic x = 0 thread t { x = 1 } thread main { create t() create t() }").runs,
            224U);
}

// Values of choices count like moves.
TEST(Exhaustive, Choices) {
  EXPECT_EQ(outcome("thread main { a = choose 3 b = choose 2 }").runs, 6U);
}

// No schedule twice.
TEST(Exhaustive, NeverRepeats) {
  ModelMachine machine(
      parse_model("mutex m thread t { lock m unlock m }"
                  "thread main { create t() lock m a = choose 2 unlock m }",
                  "test.skein"));
  Exhaustive explorer;
  std::set<std::string> schedules;
  std::size_t runs = 0;
  while (const Plan* plan = explorer.next()) {
    const auto& run = machine.run(*plan);
    schedules.insert(schedule_text(machine, run));
    ++runs;
    explorer.observe(run);
  }
  EXPECT_EQ(schedules.size(), runs);
}

// A bound cuts runs and the rest is still explored.
TEST(Exhaustive, Bounds) {
  const std::string text = "atomic x = 0 thread t { x = 1 } thread main { create t() x = 2 }";
  Bounds bounds;
  bounds.preemptions = 0;
  const Outcome found = outcome(text, bounds);
  EXPECT_GT(found.cut, 0U);
  // main runs to its end and then t: nothing else is without preemption.
  EXPECT_EQ(found.classes.size(), 1U);
}

}  // namespace
}  // namespace skein::test
