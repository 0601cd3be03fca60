// SPDX-License-Identifier: Apache-2.0
// The generator of random programs: what it promises to the tests that use it.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>

#include "core/operation.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/random_program.hpp"

namespace skein::test {
namespace {

constexpr std::uint64_t kPrograms = 3000;

// Every row of the dependence table, every way to end, and choices of every kind occur; else the
// property tests would say nothing about them.
TEST(Generator, CoversEverything) {
  std::array<std::uint64_t, kOpKinds> steps{};
  std::array<std::uint64_t, kOpKinds> choices{};
  std::array<std::uint64_t, kOpKinds> idle{};
  std::set<End> ends;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    ModelMachine machine(
        parse_model(random_program(seed, static_cast<int>(seed % 2)).text(), "random.skein"));
    Plan plan;
    plan.policy = Policy::Random;
    for (plan.seed = 0; plan.seed < 10; ++plan.seed) {
      const auto& run = machine.run(plan);
      ends.insert(run.end);
      for (const Step& s : run.steps) {
        ++steps[static_cast<std::size_t>(s.op.kind)];
        if (s.choices > 1) ++choices[static_cast<std::size_t>(s.op.kind)];
        if (s.op.effect == Effect::Idle) ++idle[static_cast<std::size_t>(s.op.kind)];
      }
    }
  }
  for (const OpTraits& row : kOperations) {
    if (row.kind == OpKind::Section) continue;  // of real programs only (section_dependence_test)
    EXPECT_GT(steps[static_cast<std::size_t>(row.kind)], 0U) << "no " << row.name;
    EXPECT_EQ(idle[static_cast<std::size_t>(row.kind)] > 0, row.idle != Access::None) << row.name;
  }
  for (const OpKind kind : {OpKind::Choose, OpKind::CondSignal, OpKind::FutexWake}) {
    EXPECT_GT(choices[static_cast<std::size_t>(kind)], 0U) << "no choice for " << name(kind);
  }
  EXPECT_EQ(ends, (std::set<End>{End::Completed, End::Deadlock, End::Blocked, End::Violation}));
}

TEST(Generator, IsRepeatable) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(random_program(seed).text(), random_program(seed).text());
  }
}

// Shrinking ends, and every program on the way is a valid model file.
TEST(Generator, Shrinks) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomProgram program = random_program(seed);
    for (std::size_t steps = 0;; ++steps) {
      ASSERT_LT(steps, 1000U);
      const std::vector<RandomProgram> all = smaller(program);
      if (all.empty()) break;
      for (const RandomProgram& p : all) {
        EXPECT_NO_THROW(static_cast<void>(parse_model(p.text(), "random.skein"))) << p;
      }
      program = all[seed % all.size()];
    }
    EXPECT_EQ(program.statements(), 0U);
  }
}

}  // namespace
}  // namespace skein::test
