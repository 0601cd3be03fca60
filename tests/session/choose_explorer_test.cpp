// SPDX-License-Identifier: Apache-2.0
#include "session/choose_explorer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include "core/ensure.hpp"
#include "protocol/channel.hpp"
#include "session/program/native_program.hpp"

namespace skein::session {

namespace {

constexpr const char* kModelFile = "a.skein";
constexpr const char* kSource = "a.c";

ExplorerSettings named(const std::string& name) {
  ExplorerSettings settings;
  settings.name = name;
  return settings;
}

TEST(ChooseExplorer, TheFirstOfTheRegistryByDefault) {
  const Choice choice = choose_explorer({}, {}, kModelFile);
  EXPECT_EQ(choice.info, &explorers().front());
  EXPECT_TRUE(choice.is_optimal());
}

TEST(ChooseExplorer, AFiniteKOrABoundOnSwitchesIsNotOptimal) {
  ExplorerSettings settings = named("qpor");
  settings.k = "2";
  const Choice choice = choose_explorer(settings, {}, kModelFile);
  EXPECT_EQ(choice.variant, "k=2");
  EXPECT_FALSE(choice.is_optimal());
  BoundSettings bounds;
  bounds.max_switches = 3;
  EXPECT_FALSE(choose_explorer({}, bounds, kModelFile).is_optimal());
}

TEST(ChooseExplorer, OptionsOfOtherExplorersAreRefused) {
  ExplorerSettings with_k = named("source");
  with_k.k = "2";
  EXPECT_THROW((void)choose_explorer(with_k, {}, kModelFile), UserError);
  ExplorerSettings with_seed = named("qpor");
  with_seed.seed = 1;
  EXPECT_THROW((void)choose_explorer(with_seed, {}, kModelFile), UserError);
  ExplorerSettings with_depth = named("random");
  with_depth.depth = 2;
  EXPECT_THROW((void)choose_explorer(with_depth, {}, kModelFile), UserError);
  ExplorerSettings bad_k = named("qpor");
  bad_k.k = "0";
  EXPECT_THROW((void)choose_explorer(bad_k, {}, kModelFile), UserError);
}

TEST(ChooseExplorer, AnUnknownNameGetsASuggestion) {
  try {
    (void)choose_explorer(named("optimum"), {}, kModelFile);
    FAIL() << "there is no such explorer";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("did you mean optimal?"));
  }
}

TEST(Bounds, RealProgramsMayTakeMoreSteps) {
  EXPECT_EQ(bounds_of({}, kModelFile).steps, kDefaultMaxSteps);
  EXPECT_EQ(bounds_of({}, kSource).steps, kDefaultNativeMaxSteps);
  BoundSettings bounds;
  bounds.max_steps = channel::kMaxSteps + 1;
  EXPECT_EQ(bounds_of(bounds, kModelFile).steps, channel::kMaxSteps + 1);
  EXPECT_THROW((void)bounds_of(bounds, kSource), UserError);
}

TEST(Budget, MegabytesBecomeKilobytes) {
  BudgetSettings settings;
  settings.max_memory = 3;
  settings.stop_at_first = true;
  const Budget budget = budget_of(settings);
  EXPECT_EQ(budget.memory_kb, 3 * 1024U);
  EXPECT_TRUE(budget.is_memory_given);
  EXPECT_TRUE(budget.stops_at_first_bug);
  EXPECT_EQ(budget.runs, Budget{}.runs);
}

// A skein that the kernel kills reports nothing.
TEST(Budget, MemoryEndsBeforeTheMachinesDoes) {
  const Budget budget = budget_of({});
  EXPECT_FALSE(budget.is_memory_given);
  EXPECT_LT(budget.memory_kb, std::uint64_t(sysconf(_SC_PHYS_PAGES)) * 4);
  EXPECT_GT(budget.memory_kb, 64 * 1024U);
}

}  // namespace

}  // namespace skein::session
