// SPDX-License-Identifier: Apache-2.0
// Random schedules: as many as asked for, repeatable, and all from one seed.
#include "explore/sampling/random_walk.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/outcome.hpp"

namespace skein::test {
namespace {

const char* const kThree =
    "atomic x = 0 thread t(i) { x = i } thread main { create t(1) create t(2) create t(3) }";

std::vector<std::string> schedules(const RandomWalk::Options& options) {
  ModelMachine machine(parse_model(kThree, "test.skein"));
  RandomWalk walk(options);
  std::vector<std::string> all;
  while (const Plan* plan = walk.next()) {
    const auto& run = machine.run(*plan);
    all.push_back(schedule_text(machine, run));
    walk.observe(run);
  }
  return all;
}

class Walk : public testing::TestWithParam<Policy> {};

TEST_P(Walk, IsRepeatable) {
  RandomWalk::Options options;
  options.policy = GetParam();
  options.runs = 50;
  options.seed = 7;
  const std::vector<std::string> first = schedules(options);
  EXPECT_EQ(first.size(), 50U);
  EXPECT_EQ(schedules(options), first);
  options.seed = 8;
  EXPECT_NE(schedules(options), first);
}

// Three stores have 6 orders; that 500 runs miss one of them has a probability far below 1e-9
// for uniform choices, and PCT with d = 3 reaches every order of three steps.
TEST_P(Walk, FindsAllOrders) {
  ModelMachine machine(parse_model(kThree, "test.skein"));
  RandomWalk::Options options;
  options.policy = GetParam();
  options.runs = 500;
  RandomWalk walk(options);
  EXPECT_EQ(explore_all(walk, machine, 1000).classes.size(), 6U);
}

INSTANTIATE_TEST_SUITE_P(Policies, Walk, testing::Values(Policy::Random, Policy::Pct),
                         [](const auto& tested) {
                           return tested.param == Policy::Pct ? "pct" : "random";
                         });

TEST(RandomWalk, SeedsDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    seeds.insert(RandomWalk::seed_of(1, i));
    seeds.insert(RandomWalk::seed_of(2, i));
  }
  EXPECT_EQ(seeds.size(), 2000U);
}

TEST(RandomWalk, ToldTheLengthOfRuns) {
  ModelMachine machine(parse_model(kThree, "test.skein"));
  RandomWalk::Options options;
  options.policy = Policy::Pct;
  options.depth = 5;
  options.runs = 2;
  RandomWalk walk(options);
  const Plan* plan = walk.next();
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(plan->pct_depth, 5U);
  const auto& run = machine.run(*plan);
  walk.observe(run);
  plan = walk.next();
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(plan->pct_length, run.steps.size());
  walk.observe(machine.run(*plan));
  EXPECT_EQ(walk.next(), nullptr);
}

}  // namespace
}  // namespace skein::test
