// SPDX-License-Identifier: Apache-2.0
// Estimated sizes: exact where the bunch is wider than the tree, near the truth where it is not.
#include "explore/estimate/tree_sampler.hpp"

#include <gtest/gtest.h>

#include <string>

#include "explore/oracle/exhaustive.hpp"
#include "explore/qpor/qpor.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/outcome.hpp"
#include "support/random_program.hpp"

namespace skein::test {
namespace {

constexpr TreeSampler::Widths kWide{1'000'000, 1'000'000};

TreeSampler::LeafEstimate probed(const std::string& text, TreeSampler::Tree tree,
                                 TreeSampler::Widths widths, std::uint64_t seed = 1,
                                 std::uint64_t bunches = 10) {
  ModelMachine machine(parse_model(text, "test.skein"));
  TreeSampler sampler(machine, {}, tree, seed, widths);
  while (sampler.estimate().bunches < bunches) sampler.advance();
  return sampler.estimate();
}

// N writers of one variable: N! classes.
std::string writers(int n) {
  return "param N = " + std::to_string(n) +
         " atomic x = 0 thread t { x = 1 } thread main { for i in 0..N { create t() } }";
}

// Two threads that write one variable N times each: as many classes as ways through a grid, 2N over
// N.
std::string columns(int n) {
  return "param N = " + std::to_string(n) +
         " atomic x = 0 thread t { for i in 0..N { x = 1 } } thread main { create t() create t() }";
}

TEST(TreeSampler, ExactIfNothingIsLeftToChance) {
  const TreeSampler::LeafEstimate e = probed(columns(4), TreeSampler::Tree::Classes, kWide);
  EXPECT_EQ(e.leaves, 70);
  EXPECT_EQ(e.error, 0);
  EXPECT_EQ(probed(writers(5), TreeSampler::Tree::Classes, kWide).leaves, 120);
}

// The programs of exhaustive_test.cpp, with the derivations there.
TEST(TreeSampler, CountInterleavings) {
  EXPECT_EQ(probed("atomic x = 0 thread t { x = 1 } thread main { create t() create t() }",
                   TreeSampler::Tree::Interleavings, kWide)
                .leaves,
            224);
  EXPECT_EQ(
      probed("thread main { a = choose 3 b = choose 2 }", TreeSampler::Tree::Interleavings, kWide)
          .leaves,
      6);
}

TEST(TreeSampler, CountChoices) {
  EXPECT_EQ(
      probed("thread main { a = choose 3 b = choose 2 }", TreeSampler::Tree::Classes, kWide).leaves,
      6);
}

// 12!, and 24 over 12: far more than is executed.
TEST(TreeSampler, NearForSizesThatAreKnown) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double writers_ratio =
        probed(writers(12), TreeSampler::Tree::Classes, {}, seed).leaves / 479'001'600;
    EXPECT_GT(writers_ratio, 0.5) << seed;
    EXPECT_LT(writers_ratio, 2) << seed;
    const TreeSampler::LeafEstimate e = probed(columns(12), TreeSampler::Tree::Classes, {}, seed);
    EXPECT_GT(e.leaves / 2'704'156, 0.5) << seed;
    EXPECT_LT(e.leaves / 2'704'156, 2) << seed;
    EXPECT_GT(e.error, 0) << seed;
  }
}

// Of random programs with all operations: as many as the explorer finds. What agents may still do
// is learnt from runs, so some classes may be missed, but none is ever counted twice.
TEST(TreeSampler, CountTheClassesOfRandomPrograms) {
  double counted = 0;
  int programs = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = random_program(seed).text();
    ModelMachine machine(parse_model(text, "test.skein"));
    QuasiOptimal explorer({});
    constexpr std::uint64_t kMost = 2'000;
    const Outcome outcome = explore_all(explorer, machine, kMost);
    if (!outcome.is_exhausted) continue;
    const auto classes = static_cast<double>(outcome.runs);
    const TreeSampler::LeafEstimate e = probed(text, TreeSampler::Tree::Classes, kWide, seed, 3);
    EXPECT_LE(e.leaves, classes) << seed << "\n" << text;
    ++programs;
    counted += e.leaves / classes;
  }
  EXPECT_GT(programs, 200);
  EXPECT_GT(counted / programs, 0.95);
}

}  // namespace
}  // namespace skein::test
